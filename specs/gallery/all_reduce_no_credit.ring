# WRONG: two receive slots and no credit. A chip that is two steps ahead overwrites a slot before it has been added.
# expect: race at n >= 3
kernel all_reduce_no_credit(n, slots = 2)
contract all_reduce(x, sum)
profile pallas-tpu

buffer x[n] inout ring
buffer received[slots]
sem sent, arrived[slots]

for s in 0 .. 2 * (n - 1) {
  let slot = s % slots
  let c = s < n - 1 ? me - s : me - s + n     # the chunk that travels on
  put x[c] -> right.received[slot] send sent recv arrived[slot]
  wait sent
  wait arrived[slot]
  if s < n - 1 { reduce received[slot] into x[c - 1] } else { copy received[slot] -> x[c - 1] }
}
