# A put of two slots that raises its counter by two does so at once, when both have landed.
# expect: proved
# expect: race with launches 2
kernel whole_credit(n)
requires n == 2
profile default, exit any

buffer x[2] in
buffer y[2] inout
buffer out[2] out
sem landed

if me == 0 {
  put x[0] -> right.y[0] len 2 recv landed add 2
} else {
  wait landed
  copy y[0] -> out[0]
  copy y[1] -> out[1]
  wait landed
}
