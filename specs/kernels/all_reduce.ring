# All-reduce in place: a reduce-scatter round the ring, then an all-gather round the same ring, through two receive
# slots. `ready` is a credit from the right chip: it has emptied the slot that the next put fills. A slot and its
# `arrived` are used again only after that credit, so one unit of `arrived` always means the landing that is meant.
kernel all_reduce(n, slots = 2)
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
  if s + slots < 2 * (n - 1) { signal left.ready }
}
