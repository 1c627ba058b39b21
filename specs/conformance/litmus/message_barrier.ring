# Data, a quiet, and a barrier of both agents: after the barrier the data is there.
# expect: proved
kernel message_barrier(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out

if me == 0 {
  put x -> right.y
  quiet until landed
  barrier meet
} else {
  barrier meet
  copy y -> out
}
