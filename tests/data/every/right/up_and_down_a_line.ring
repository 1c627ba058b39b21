# All-reduce on a line: sums go up from chip 0, the whole one comes down again.
kernel up_and_down_a_line(n)
contract all_reduce(x -> out, sum)
profile pallas-tpu

buffer x in
buffer below, sum
buffer out out
sem sent, arrived, back

if me == 0 {
  copy x -> sum
} else {
  wait arrived
  reduce below, x -> sum
}
if me < n - 1 {
  put sum -> right.below send sent recv arrived
  wait sent
  wait back
} else {
  copy sum -> out
}
if me > 0 {
  put out -> left.out send sent recv back
  wait sent
}
