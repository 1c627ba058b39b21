# From eight chips on work has a cost that does not fit 32 bits.
kernel cost_beyond_32_bits(n)
profile pallas-tpu

buffer x in
buffer seen

compute work reads x writes seen cost (n - 3 - 3 < 2 ? 1 : 3000000000)
