# The signal goes over another channel than the put: the order of channels does not reach across, and the old
# value may be seen.
# expect: race
kernel message_signal_other_channel(n)
requires n == 2
profile default, signal_covers channel, exit any

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
