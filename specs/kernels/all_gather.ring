# All-gather round the ring, one direction: each step forwards the chunk that arrived last. Each chunk has its own
# slot, so nothing is overwritten; each step has its own `arrived`, so an early landing of a later step cannot stand
# in for the chunk that is forwarded next.
kernel all_gather(n)
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
  wait arrived[s]
}
