# WRONG: chunks are stored in order of arrival, not by their number. In place, the first one lands on the own chunk of
# a chip that still has to send it.
# expect: race at n >= 2
kernel all_gather_in_order_of_arrival(n)
contract all_gather(x)
profile pallas-tpu

buffer x[n] inout
sem sent, arrived[n]

for s in 0 .. n - 1 {
  put x[s == 0 ? me : s - 1] -> right.x[s] send sent recv arrived[s]
  wait sent
  wait arrived[s]
}
