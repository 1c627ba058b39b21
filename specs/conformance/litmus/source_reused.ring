# The source of a put is overwritten before it was read: either value may arrive.
# expect: race
kernel source_reused(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem sent, landed

if me == 0 {
  put y -> right.y send sent recv landed
  copy x -> y
  wait sent
} else {
  wait landed
  copy y -> out
}
