# Two puts into one slot. Nothing orders them: either may be the last.
# expect: race
kernel write_twice(n)
requires n == 2
profile default, exit any

buffer x[2] in
buffer y inout
buffer out out
sem landed

if me == 0 {
  put x[0] -> right.y recv landed
  put x[1] -> right.y recv landed
} else {
  wait landed 2
  copy y -> out
}
