# From eight chips on a copy is to another chip.
kernel copy_to_another_chip(n)
profile pallas-tpu

buffer x in
buffer seen

copy x -> chip(me + (n - 3 - 3 < 2 ? 0 : 1)).seen
