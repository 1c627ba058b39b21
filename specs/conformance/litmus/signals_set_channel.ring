# Two signals set one counter over a channel that keeps its order: it ends with the second value.
# expect: proved
kernel signals_set_channel(n)
requires n == 2
profile default, signal_covers channel, exit any

sem flag global

if me == 0 {
  signal right.flag set 1 channel c
  signal right.flag set 2 channel c
}
