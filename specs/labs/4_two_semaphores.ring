# Lab 4, two semaphores: even steps raise one and odd steps the other, so that two in a row cannot be confused.
# expect: proved at n <= 3
# expect: race at n >= 4
kernel two_semaphores(n)
requires n >= 2
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n] out ring
sem sent, arrived[2]

copy x -> out[me]
for s in 0 .. n - 1 {
  let c = me - s
  put out[c] -> right.out[c] send sent recv arrived[s % 2]
  wait sent
  wait arrived[s % 2]
}
