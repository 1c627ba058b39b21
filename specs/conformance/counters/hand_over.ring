# One agent of a chip hands work to another by a counter of their chip.
# expect: proved
kernel hand_over(n)
requires n >= 2
profile default

buffer x in
buffer half
buffer out out
sem arrived, ready, sent

agent sender {
  put x -> right.half send sent recv arrived
  wait sent
}
agent receiver {
  wait arrived
  signal me.ready
}
agent worker {
  wait ready
  copy half -> out
}
