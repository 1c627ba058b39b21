# What is given back comes from one of two slots. Chips 0 and 1 take what was written first, chips 2 to 7 what was
# written over it, and all others what was written first.
# expect: wrong-result at n == 9
kernel other_index_at_chip_8(n)
ensures out == x[1] if me >= 2
profile pallas-tpu

buffer x[2] in
buffer kept
buffer out out

copy x[0] -> kept
if me >= 2 { if me - 3 - 3 < 2 { copy x[1] -> kept } }
copy kept -> out
