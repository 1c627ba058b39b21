# Two signals set one counter. Nothing orders them: it may end with either value.
# expect: proved
kernel signals_set(n)
requires n == 2
profile default, exit any

sem flag global

if me == 0 {
  signal right.flag set 1
  signal right.flag set 2
}
