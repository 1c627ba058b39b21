# From eight chips on an index is computed by way of a number that has no place in 64 bits.
kernel number_beyond_64_bits(n)
profile pallas-tpu

buffer x in
buffer kept[2]

if (n - 3 - 3 < 2 ? 1 : n * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 > n) { copy x -> kept[1] }
