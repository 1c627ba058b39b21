# A loop whose variable has a name that proofs use for the slots of a transfer: the second slot is never sent.
# expect: wrong-result at n == 3
kernel loop_named_part(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu

buffer x[2] in
buffer out[2] out
sem sent, arrived

for part in 0 .. 1 {
  put x[part] -> right.out[part] send sent recv arrived
  wait sent
  wait arrived
}
