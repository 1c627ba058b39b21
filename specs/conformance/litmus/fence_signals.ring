# Two signals set one counter with a fence between them: the second is the last.
# expect: proved
kernel fence_signals(n)
requires n == 2
profile default, exit any

sem flag global

if me == 0 {
  signal right.flag set 1
  fence
  signal right.flag set 2
}
