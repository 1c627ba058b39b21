# Two agents of a chip wait on counters of their own and work side by side.
# expect: proved
kernel two_agents(n)
requires n >= 2
profile default

buffer x[2] in
buffer out[2] out
sem sent[2], arrived[2]

agent low {
  put x[0] -> right.out[0] send sent[0] recv arrived[0]
  wait sent[0]
  wait arrived[0]
}
agent high {
  put x[1] -> left.out[1] send sent[1] recv arrived[1]
  wait sent[1]
  wait arrived[1]
}
