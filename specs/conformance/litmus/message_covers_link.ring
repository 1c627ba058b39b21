# A signal that covers the link follows the put, though others need not.
# expect: proved
# expect: race with launches 2
kernel message_covers_link(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem flag, landed

if me == 0 {
  put x -> right.y recv landed
  signal right.flag covers link
} else {
  wait flag
  copy y -> out
  wait landed
}
