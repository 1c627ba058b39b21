# Two reads of one slot, in program order, while a put lands in it: never the new value first and the old one
# after it.
# expect: race
kernel read_twice(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out[2] out
sem landed

if me == 0 {
  put x -> right.y recv landed
} else {
  copy y -> out[0]
  copy y -> out[1]
  wait landed
}
