# Message passing: a put, then a signal. Nothing orders them, so the flag may arrive before the data: chip 1 may
# see the old value.
# expect: race
kernel message_signal(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem flag, landed

if me == 0 {
  put x -> right.y recv landed
  signal right.flag
} else {
  wait flag
  copy y -> out
  wait landed
}
