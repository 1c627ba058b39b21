# WRONG: the partial sum is overwritten before the put has read it; `wait sent` comes too late.
# expect: race at n >= 2
kernel source_overwritten_before_read(n, slots = 2)
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
  wait arrived[slot]
  reduce x[me - 2 - s], received[slot] -> out
  wait sent
  if s + slots < n - 1 { signal left.ready }
}
