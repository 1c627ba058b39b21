# WRONG: one semaphore for all rounds. A unit of a later round, or of the next launch, passes for that of this round,
# and a chip leaves before all have entered.
# expect: wrong-result at n >= 4
kernel barrier_dissemination_one_semaphore(n)
contract barrier()
profile pallas-tpu, entry none

sem heard global

for r in 0 .. log2(n) {
  signal chip(me + pow2(r)).heard
  wait heard
}
