# All-gather in both directions, each of which goes half of the way.
kernel half_way_round(n)
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n] out ring
sem sent_right, sent_left, from_left[n], from_right[n]

copy x -> out[me]
for s in 0 .. n / 2 {
  put out[me - s] -> right.out[me - s] send sent_right recv from_left[s]
  if s < (n - 1) / 2 { put out[me + s] -> left.out[me + s] send sent_left recv from_right[s] }
  wait sent_right
  wait from_left[s]
  if s < (n - 1) / 2 {
    wait sent_left
    wait from_right[s]
  }
}
