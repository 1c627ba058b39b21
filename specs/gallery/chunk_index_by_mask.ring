# WRONG: `& (n - 1)` is `% n` only when n is a power of two. Other rings send the wrong block.
# expect: wrong-result at n >= 3
# expect: proved at n == 4
kernel chunk_index_by_mask(n)
contract all_to_all(x -> out)
profile pallas-tpu

buffer x[n] in
buffer out[n] out
sem sent, arrived

copy x[me] -> out[me]
for s in 1 .. n {
  put x[(me + s) & (n - 1)] -> chip(me + s).out[me] send sent recv arrived
}
for s in 1 .. n {
  wait sent
  wait arrived
}
