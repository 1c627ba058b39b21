# A quiet waits for gets: what was fetched is there behind it.
# expect: proved
kernel quiet_and_get(n)
requires n == 2
profile default, exit any

buffer y inout
buffer got, out out
sem over

if me == 0 {
  get right.y -> got
  quiet until landed
  copy got -> out
  signal right.over
} else {
  wait over
}
