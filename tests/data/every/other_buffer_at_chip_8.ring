# What is given back comes from one of two buffers. Chips 0 and 1 take what was written first, chips 2 to 7 what was
# written over it, and all others what was written first.
# expect: wrong-result at n == 9
kernel other_buffer_at_chip_8(n)
ensures out == y if me >= 2
profile pallas-tpu

buffer x in, y in
buffer kept
buffer out out

copy x -> kept
if me >= 2 { if me - 3 - 3 < 2 { copy y -> kept } }
copy kept -> out
