# WRONG: nobody waits for the last chunk. The output is read while it still lands, and its unit stays behind.
# expect: race at n >= 2
kernel all_gather_last_receive_wait_missing(n)
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
  if s < n - 2 { wait arrived[s] }
}
