# From eight chips on the root is no chip.
kernel no_such_root(n)
contract gather(x -> out, root = (n - 3 - 3 < 2 ? 0 : n))
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
