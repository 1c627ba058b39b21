# A barrier of tokens that go round the ring, and then everybody writes to everybody.
kernel tokens_round_the_ring(n)
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n] out
sem token[n], sent, arrived

for c in 0 .. n { copy x -> out[c] }
for s in 0 .. n - 1 {
  signal right.token[s]
  wait token[s]
}
for d in 1 .. n { put x -> chip(me + d).out[me] send sent recv arrived }
wait sent n - 1
wait arrived n - 1
