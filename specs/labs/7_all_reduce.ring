# Lab 7, all-reduce: the loop twice as long. For the first half what came is added, for the second half it is copied.
kernel all_reduce(n)
requires n >= 2
contract all_reduce(x, sum)
profile pallas-tpu

buffer x[n] inout ring
buffer received[2]
sem sent, arrived[2], ready

for s in 0 .. 2 * (n - 1) {
  let c = s < n - 1 ? me - s : me - s + n
  if s >= 2 { wait ready }
  put x[c] -> right.received[s % 2] send sent recv arrived[s % 2]
  wait sent
  wait arrived[s % 2]
  if s < n - 1 { reduce received[s % 2] into x[c - 1] } else { copy received[s % 2] -> x[c - 1] }
  if s + 2 < 2 * (n - 1) { signal left.ready }
}
