# The send counter tells that the source was read, not that the data has landed: a signal after it may overtake
# the data.
# expect: race
kernel message_sent(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem flag, sent, landed

if me == 0 {
  put x -> right.y send sent recv landed
  wait sent
  signal right.flag
} else {
  wait flag
  copy y -> out
  wait landed
}
