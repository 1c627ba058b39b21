# From eight chips on a slot is written that a buffer has not.
kernel index_behind_the_end(n)
profile pallas-tpu

buffer x in
buffer kept[2]

copy x -> kept[n - 3 - 3 < 2 ? 1 : 2]
