# A signal that sets may make a counter smaller: the second comes when the first has arrived.
# expect: proved
kernel set_then_lower(n)
requires n == 2
profile default, exit any

sem flag global

if me == 0 {
  signal right.flag set 6
  quiet until landed
  signal right.flag set 2
}
