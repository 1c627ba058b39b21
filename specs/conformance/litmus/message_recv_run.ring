# A put of three slots raises its counter when all of them have landed, not before.
# expect: proved
# expect: race with launches 2
kernel message_recv_run(n)
requires n == 2
profile default, exit any

buffer x[3] in
buffer y[3] inout
buffer out[3] out
sem flag

if me == 0 {
  put x -> right.y len 3 recv flag
} else {
  wait flag
  copy y -> out len 3
}
