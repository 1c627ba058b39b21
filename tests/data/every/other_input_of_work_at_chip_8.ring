# What is given back was made of one of two inputs. Chips 0 and 1 take what was written first, chips 2 to 7 what was
# written over it, and all others what was written first.
# expect: wrong-result at n == 9
kernel other_input_of_work_at_chip_8(n)
ensures out == work(x[1]) if me >= 2
profile pallas-tpu

buffer x[2] in
buffer kept
buffer out out

copy x[0] -> kept
if me >= 2 { if me - 3 - 3 < 2 { copy x[1] -> kept } }
compute work reads kept writes out
