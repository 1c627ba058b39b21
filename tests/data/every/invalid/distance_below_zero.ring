# From eight chips on the distance of a barrier is below zero.
kernel distance_below_zero(n)
contract barrier(distance = (n - 3 - 3 < 2 ? 1 : 0 - 1))
profile pallas-tpu

buffer x in
buffer seen

copy x -> seen
