# Message passing over a channel that keeps its order: whoever sees the flag sees the data.
# expect: proved
# expect: race with launches 2
kernel message_signal_channel(n)
requires n == 2
profile default, signal_covers channel, exit any

buffer x in
buffer y inout
buffer out out
sem flag, landed

if me == 0 {
  put x -> right.y recv landed channel c
  signal right.flag channel c
} else {
  wait flag
  copy y -> out
  wait landed
}
