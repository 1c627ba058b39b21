# Chips are put together from each one on, and the rule needs them from chip 0 on.
# expect: wrong-result at n == 3
kernel order_matters(n)
contract all_reduce(x -> out, compose)
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
  reduce x into sum[s + 1]
}
copy sum[n - 1] -> out
