# Lab 3, forward: the same n - 1 times, each time with the chunk that came last.
# expect: proved at n == 2
# expect: race at n >= 3
kernel forward(n)
requires n >= 2
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n] out ring
sem sent, arrived

copy x -> out[me]
for s in 0 .. n - 1 {
  let c = me - s
  put out[c] -> right.out[c] send sent recv arrived
  wait sent
  wait arrived
}
