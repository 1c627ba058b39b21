# The sum misses one chip.
# expect: wrong-result at n == 3
kernel sum_of_one_chip_less(n)
contract all_reduce(x -> out, add)
profile pallas-tpu

buffer x in, y in
buffer sum[n]
buffer out out
sem sent, arrived[n]

copy x -> sum[0]
for s in 0 .. n - 2 {
  put sum[s] -> right.sum[s + 1] send sent recv arrived[s]
  wait sent
  wait arrived[s]
  reduce x into sum[s + 1]
}
copy sum[n - 2] -> out
