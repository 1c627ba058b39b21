# The sum is one of the other slot.
# expect: wrong-result at n == 3
kernel sum_of_the_other_slot(n)
ensures out == sum(j in 0 .. n: x[0]@j)
profile pallas-tpu

buffer x[2] in
buffer sum[n]
buffer out out
sem sent, arrived[n]

copy x[1] -> sum[0]
for s in 0 .. n - 1 {
  put sum[s] -> right.sum[s + 1] send sent recv arrived[s]
  wait sent
  wait arrived[s]
  reduce x[1] into sum[s + 1] by add
}
copy sum[n - 1] -> out
