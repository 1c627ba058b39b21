# Right for up to six chips, which is what samples look like; from seven on a chunk is missing.
# expect: wrong-result at n == 7
kernel wrong_from_seven_on(n)
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n] out ring
sem sent, arrived[n]

copy x -> out[me]
for s in 0 .. min(n - 1, 5) {
  let c = me - s
  put out[c] -> right.out[c] send sent recv arrived[s]
  wait sent
  wait arrived[s]
}
