# From eight chips on a distance does not fit 32 bits.
kernel distance_beyond_32_bits(n)
contract barrier(distance = (n - 3 - 3 < 2 ? 1 : 3000000000))
profile pallas-tpu

buffer x in
buffer seen

copy x -> seen
