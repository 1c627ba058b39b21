# Reduce-scatter round the ring: the partial sum of a chunk collects one chip's part at each step and ends at its
# chip. `sent` protects the partial sum from being overwritten before it was read, `arrived` the receive slot from
# being read too early, `ready` (a credit from the right) the right chip's slot from being overwritten too early.
kernel reduce_scatter(n, slots = 2)
contract reduce_scatter(x -> out, sum)
profile pallas-tpu

buffer x[n] in ring
buffer out out
buffer received[slots]
sem sent, arrived[slots], ready

copy x[me - 1] -> out
for s in 0 .. n - 1 {
  let slot = s % slots
  if s >= slots { wait ready }
  put out -> right.received[slot] send sent recv arrived[slot]
  wait sent
  wait arrived[slot]
  reduce x[me - 2 - s], received[slot] -> out
  if s + slots < n - 1 { signal left.ready }
}
