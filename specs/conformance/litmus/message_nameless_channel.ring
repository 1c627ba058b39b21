# Operations that name no channel share the nameless one, which keeps its order too.
# expect: proved
# expect: race with launches 2
kernel message_nameless_channel(n)
requires n == 2
profile default, signal_covers channel, exit any

buffer x in
buffer y inout
buffer out out
sem flag, landed

if me == 0 {
  put x -> right.y recv landed
  signal right.flag
} else {
  wait flag
  copy y -> out
  wait landed
}
