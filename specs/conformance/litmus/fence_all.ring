# A fence orders all that came before it, not the last alone.
# expect: proved
# expect: race with launches 2
kernel fence_all(n)
requires n == 2
profile default, exit any

buffer x[2] in
buffer y[2] inout
buffer out[2] out
sem flag, landed

if me == 0 {
  put x[0] -> right.y[0] recv landed
  put x[1] -> right.y[1] recv landed
  fence
  signal right.flag
} else {
  wait flag
  copy y[0] -> out[0]
  copy y[1] -> out[1]
  wait landed 2
}
