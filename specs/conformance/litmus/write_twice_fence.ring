# Two puts into one slot with a fence between them: the second is the last.
# expect: proved
# expect: race with launches 2
kernel write_twice_fence(n)
requires n == 2
profile default, exit any

buffer x[2] in
buffer y inout
buffer out out
sem landed

if me == 0 {
  put x[0] -> right.y recv landed
  fence
  put x[1] -> right.y recv landed
} else {
  wait landed 2
  copy y -> out
}
