# From eight chips on the output is too small for what is promised.
kernel output_too_small(n)
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n - 3 - 3 < 2 ? n : n - 1] out ring
sem sent, arrived[n]

copy x -> out[me]
for s in 0 .. n - 1 {
  let c = me - s
  put out[c] -> right.out[c] send sent recv arrived[s]
  wait sent
  wait arrived[s]
}
