# From eight chips on a slot is promised that a buffer has not.
kernel promise_of_no_slot(n)
ensures out[n - 3 - 3 < 2 ? 1 : 2] == x
profile pallas-tpu

buffer x in
buffer out[2] out

copy x -> out[0]
copy x -> out[1]
