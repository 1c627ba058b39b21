# The maximum is promised, and a sum is made.
# expect: wrong-result at n == 3
kernel maximum_instead_of_the_sum(n)
contract all_reduce(x -> out, max)
profile pallas-tpu

buffer x in, y in
buffer sum[n]
buffer out out
sem sent, arrived[n]

copy x -> sum[0]
for s in 0 .. n - 1 {
  put sum[s] -> right.sum[s + 1] send sent recv arrived[s]
  wait sent
  wait arrived[s]
  reduce x into sum[s + 1] by add
}
copy sum[n - 1] -> out
