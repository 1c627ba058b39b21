# WRONG: a block goes into the slot of its receiver, not of its sender. All blocks for a chip meet in one slot.
# expect: race at n >= 2
kernel all_to_all_slot_of_receiver(n)
contract all_to_all(x -> out)
profile pallas-tpu

buffer x[n] in ring
buffer out[n] out ring
sem sent, arrived

copy x[me] -> out[me]
for s in 1 .. n {
  put x[me + s] -> chip(me + s).out[me + s] send sent recv arrived
}
for s in 1 .. n {
  wait sent
  wait arrived
}
