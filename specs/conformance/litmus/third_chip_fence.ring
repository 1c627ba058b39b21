# The same with a fence between the puts. A fence orders what goes to one chip, and these go to two: the old
# value may be seen.
# expect: race
kernel third_chip_fence(n)
requires n == 3
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem flag, landed

if me == 0 {
  put x -> chip(2).y recv landed
  fence
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
