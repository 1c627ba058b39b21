# Gather on chip 0: everybody writes straight into its own slot there. The slots are distinct, so the order of
# landings does not matter; the root counts all of them.
kernel gather(n)
contract gather(x -> out, root = 0)
profile pallas-tpu

buffer x in
buffer out[n] out
sem sent, arrived

if me == 0 {
  copy x -> out[0]
  for c in 1 .. n { wait arrived }
} else {
  put x -> chip(0).out[me] send sent recv arrived
  wait sent
}
