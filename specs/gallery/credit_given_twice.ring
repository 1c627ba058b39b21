# WRONG: each credit is given twice. The left chip runs ahead into a slot that is in use, and the rest stays in the
# semaphore.
# expect: race at n >= 3
kernel credit_given_twice(n, slots = 2)
contract all_reduce(x, sum)
profile pallas-tpu

buffer x[n] inout ring
buffer received[slots]
sem sent, arrived[slots], ready

for s in 0 .. 2 * (n - 1) {
  let slot = s % slots
  let c = s < n - 1 ? me - s : me - s + n     # the chunk that travels on
  if s >= slots { wait ready }
  put x[c] -> right.received[slot] send sent recv arrived[slot]
  wait sent
  wait arrived[slot]
  if s < n - 1 { reduce received[slot] into x[c - 1] } else { copy received[slot] -> x[c - 1] }
  if s + slots < 2 * (n - 1) { signal left.ready add 2 }
}
