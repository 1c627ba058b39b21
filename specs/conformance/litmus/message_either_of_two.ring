# Two puts raise one counter. A wait for one unit does not tell which of them has landed: one of them has.
# expect: race
kernel message_either_of_two(n)
requires n == 2
profile default, exit any

buffer x[2] in
buffer y[2] inout
buffer out[2] out
sem flag

if me == 0 {
  put x[0] -> right.y[0] recv flag
  put x[1] -> right.y[1] recv flag
} else {
  wait flag
  copy y[0] -> out[0]
  copy y[1] -> out[1]
  wait flag
}
