# A quiet waits for all that came before it, not for the last alone.
# expect: proved
kernel quiet_and_all(n)
requires n == 2
profile default, exit any

buffer x[2] in
buffer y[2] inout
buffer out[2] out
sem flag, landed

if me == 0 {
  put x[0] -> right.y[0] recv landed
  put x[1] -> right.y[1] recv landed
  quiet until landed
  signal right.flag
} else {
  wait flag
  copy y[0] -> out[0]
  copy y[1] -> out[1]
  wait landed 2
}
