# WRONG: before forwarding, the chip waits until its own chunk has left, not until the next one has arrived.
# expect: race at n >= 3
kernel wait_for_send_instead_of_receive(n)
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n] out ring
sem sent, arrived[n]

copy x -> out[me]
for s in 0 .. n - 1 {
  let c = me - s
  put out[c] -> right.out[c] send sent recv arrived[s]
  wait sent
}
for s in 0 .. n - 1 { wait arrived[s] }
