# Message passing over a link that keeps its order, whatever the channel.
# expect: proved
# expect: race with launches 2
kernel message_signal_link(n)
requires n == 2
profile default, signal_covers link, exit any

buffer x in
buffer y inout
buffer out out
sem flag, landed

if me == 0 {
  put x -> right.y recv landed channel c
  signal right.flag channel d
} else {
  wait flag
  copy y -> out
  wait landed
}
