# The sum is one of the other input.
# expect: wrong-result at n == 3
kernel sum_of_the_other_input(n)
contract all_reduce(x -> out, add)
profile pallas-tpu

buffer x in, y in
buffer sum[n]
buffer out out
sem sent, arrived[n]

copy y -> sum[0]
for s in 0 .. n - 1 {
  put sum[s] -> right.sum[s + 1] send sent recv arrived[s]
  wait sent
  wait arrived[s]
  reduce y into sum[s + 1]
}
copy sum[n - 1] -> out
