# What is given back is the larger or the smaller of two. Chips 0 and 1 take what was written first, chips 2 to 7 what
# was written over it, and all others what was written first.
# expect: wrong-result at n == 9
kernel other_rule_at_chip_8(n)
contract all_reduce(x -> out, max)
requires n > 1
profile pallas-tpu

buffer x in
buffer from_left, kept
buffer out out
sem sent, arrived

put x -> right.from_left send sent recv arrived
wait sent
wait arrived
reduce from_left, x -> kept by min
if me >= 2 { if me - 3 - 3 < 2 { reduce from_left, x -> kept by max } }
copy kept -> out
