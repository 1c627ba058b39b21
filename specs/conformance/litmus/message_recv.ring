# Message passing by the put's own recv counter: when it has risen, the data is there.
# expect: proved
# expect: race with launches 2
kernel message_recv(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem flag

if me == 0 {
  put x -> right.y recv flag
} else {
  wait flag
  copy y -> out
}
