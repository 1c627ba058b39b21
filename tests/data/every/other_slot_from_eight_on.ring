# From eight chips on the other one of two slots is read.
# expect: wrong-result at n == 8
kernel other_slot_from_eight_on(n)
ensures out == x
profile pallas-tpu

buffer x in, y in
buffer kept[2]
buffer out out

copy y -> kept[1]
copy x -> kept[0]
copy kept[n - 3 - 3 < 2 ? 0 : 1] -> out
