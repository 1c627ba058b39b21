# WRONG: the loop ends one step early. The last chip's part is missing, and the sum is that of the next chunk.
# expect: wrong-result at n >= 2
kernel loop_one_step_short(n, slots = 2)
contract reduce_scatter(x -> out, sum)
profile pallas-tpu

buffer x[n] in ring
buffer out out
buffer received[slots]
sem sent, arrived[slots], ready

copy x[me - 1] -> out
for s in 0 .. n - 2 {
  let slot = s % slots
  if s >= slots { wait ready }
  put out -> right.received[slot] send sent recv arrived[slot]
  wait sent
  wait arrived[slot]
  reduce x[me - 2 - s], received[slot] -> out
  if s + slots < n - 2 { signal left.ready }
}
