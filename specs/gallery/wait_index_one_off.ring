# WRONG: the put of step s raises `arrived[s]`, the chip waits for `arrived[s + 1]`. The last wait is for a counter
# that nobody raises.
# expect: deadlock at n >= 2
kernel wait_index_one_off(n)
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n] out ring
sem sent, arrived[n]

copy x -> out[me]
for s in 0 .. n - 1 {
  let c = me - s
  put out[c] -> right.out[c] send sent recv arrived[s]
  wait sent
  wait arrived[s + 1]
}
