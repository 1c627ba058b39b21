# From eight chips on the output is larger than what is promised.
kernel output_too_large(n)
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n - 3 - 3 < 2 ? n : n + 1] out
sem sent, arrived[n]

copy x -> out[me]
for s in 0 .. n - 1 {
  let c = (me - s) % n
  put out[c] -> right.out[c] send sent recv arrived[s]
  wait sent
  wait arrived[s]
}
