# Chip 0 puts to chip 2 and then to chip 1, which tells chip 2. That says nothing of the first put: the old
# value may be seen.
# expect: race
kernel third_chip(n)
requires n == 3
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem flag, landed

if me == 0 {
  put x -> chip(2).y recv landed
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
