# What is given back was made by one of two kinds of work. Chips 0 and 1 take what was written first, chips 2 to 7 what
# was written over it, and all others what was written first.
# expect: wrong-result at n == 9
kernel other_label_at_chip_8(n)
ensures out == second(x) if me >= 2
profile pallas-tpu

buffer x in
buffer kept
buffer out out

compute first reads x writes kept
if me >= 2 { if me - 3 - 3 < 2 { compute second reads x writes kept } }
copy kept -> out
