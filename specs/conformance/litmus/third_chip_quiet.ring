# The same with a quiet between the puts: chip 2 sees the data.
# expect: proved
# expect: race with launches 2
kernel third_chip_quiet(n)
requires n == 3
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem flag, landed

if me == 0 {
  put x -> chip(2).y recv landed
  quiet until landed
  put x -> right.y recv flag
}
if me == 1 {
  wait flag
  signal right.flag
}
if me == 2 {
  wait flag
  copy y -> out
  wait landed
}
