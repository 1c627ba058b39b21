# A neighbour barrier on one semaphore, done twice on two, then a right permute. The chips enter when they like. Two
# units of one neighbour, of this launch and the next, can pass for a unit of each side. But a neighbour can be that
# far ahead only if the chip beyond it is further ahead still, and so on without end: it cannot happen.
kernel barrier_neighbour_doubled(n)
contract barrier(distance = 1)
contract permute(x -> out, distance = 1)
profile pallas-tpu, entry none

buffer x in
buffer out out
sem bar[2] global
sem sent, arrived

for b in 0 .. 2 {
  signal left.bar[b]
  signal right.bar[b]
  wait bar[b] 2
}
put x -> right.out send sent recv arrived
wait sent
wait arrived
