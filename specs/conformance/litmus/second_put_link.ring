# On a link that keeps its order the counter of a second put covers the first one, whatever the channel.
# expect: proved
# expect: race with launches 2
kernel second_put_link(n)
requires n == 2
profile default, signal_covers link, exit any

buffer x[2] in
buffer y[2] inout
buffer out[2] out
sem flag, landed

if me == 0 {
  put x[0] -> right.y[0] recv landed channel c
  put x[1] -> right.y[1] recv flag channel d
} else {
  wait flag
  copy y[0] -> out[0]
  copy y[1] -> out[1]
  wait landed
}
