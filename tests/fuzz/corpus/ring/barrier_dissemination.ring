# Barrier of all chips in log2(n) rounds: in round r tell the chip 2^r to the right, wait for the chip 2^r to the
# left. After round r a chip has heard, through others, of the 2^(r + 1) - 1 chips to its left. Each `heard[r]` is
# raised by one chip only, once a launch, so its k-th unit belongs to launch k however far chips run apart.
kernel barrier_dissemination(n)
contract barrier()
profile pallas-tpu, entry none

sem heard[max(1, log2(n))] global

for r in 0 .. log2(n) {
  signal chip(me + pow2(r)).heard[r]
  wait heard[r]
}
