# The source of a put is overwritten when its send counter has risen: the first value arrives.
# expect: proved
kernel source_kept(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem sent, landed

if me == 0 {
  put y -> right.y send sent recv landed
  wait sent
  copy x -> y
} else {
  wait landed
  copy y -> out
}
