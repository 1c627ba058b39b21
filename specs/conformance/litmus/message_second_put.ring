# The counter of a second put says nothing about the first one.
# expect: race
kernel message_second_put(n)
requires n == 2
profile default, exit any

buffer x[2] in
buffer y[2] inout
buffer out[2] out
sem flag, landed

if me == 0 {
  put x[0] -> right.y[0] recv landed
  put x[1] -> right.y[1] recv flag
} else {
  wait flag
  copy y[0] -> out[0]
  copy y[1] -> out[1]
  wait landed
}
