# Message passing with a quiet between data and flag: the flag is not sent before the data has landed.
# expect: proved
kernel message_quiet(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem flag, landed

if me == 0 {
  put x -> right.y recv landed
  quiet until landed
  signal right.flag
} else {
  wait flag
  copy y -> out
  wait landed
}
