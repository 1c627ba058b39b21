# Message passing with a fence between data and flag: whoever sees the flag sees the data.
# expect: proved
# expect: race with launches 2
kernel message_fence(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem flag, landed

if me == 0 {
  put x -> right.y recv landed
  fence
  signal right.flag
} else {
  wait flag
  copy y -> out
  wait landed
}
