# From eight chips on a copy has no slots.
kernel copy_of_nothing(n)
profile pallas-tpu

buffer x[2] in
buffer kept[2]

copy x -> kept len n - 3 - 3 < 2 ? 1 : 0
