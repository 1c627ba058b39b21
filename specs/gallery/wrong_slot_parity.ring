# WRONG: the slot is filled by the parity of this step and read by the parity of the next.
# expect: race at n >= 2
kernel wrong_slot_parity(n, slots = 2)
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
  if s < n - 1 { reduce received[(s + 1) % slots] into x[c - 1] } else { copy received[(s + 1) % slots] -> x[c - 1] }
  if s + slots < 2 * (n - 1) { signal left.ready }
}
