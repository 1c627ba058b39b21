# WRONG: one `arrived` for all steps. A unit may come from the landing of a later step, so a chunk is forwarded before
# it has arrived.
# expect: race at n >= 3
# expect: proved at n >= 3 with profile pallas-tpu-fifo
kernel all_gather_one_receive_semaphore(n)
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
