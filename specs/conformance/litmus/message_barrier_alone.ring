# A barrier of agents does not wait for transfers: the old value may be seen after it.
# expect: race
kernel message_barrier_alone(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem landed

if me == 0 {
  put x -> right.y recv landed
  barrier meet
} else {
  barrier meet
  copy y -> out
  wait landed
}
