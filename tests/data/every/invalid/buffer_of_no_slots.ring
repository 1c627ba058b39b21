# From eight chips on a buffer has no slot.
kernel buffer_of_no_slots(n)
profile pallas-tpu

buffer x in
buffer kept[n - 3 - 3 < 2 ? 1 : 0]
buffer seen

copy x -> seen
