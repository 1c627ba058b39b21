# Lab 6, reduce-scatter: the loop of lab 5, where each chunk that came is added to before it travels on. It now lands in
# one of two slots, which the credit protects as it did the semaphores.
kernel reduce_scatter(n)
requires n >= 2
contract reduce_scatter(x -> out, sum)
profile pallas-tpu

buffer x[n] in ring
buffer out out
buffer received[2]
sem sent, arrived[2], ready

copy x[me - 1] -> out
for s in 0 .. n - 1 {
  let c = me - 2 - s
  if s >= 2 { wait ready }
  put out -> right.received[s % 2] send sent recv arrived[s % 2]
  wait sent
  wait arrived[s % 2]
  reduce x[c], received[s % 2] -> out
  if s + 2 < n - 1 { signal left.ready }
}
