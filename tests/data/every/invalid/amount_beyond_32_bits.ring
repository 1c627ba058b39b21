# From eight chips on an amount does not fit 32 bits.
kernel amount_beyond_32_bits(n)
profile pallas-tpu, exit any

sem ready global

if n - 3 - 3 >= 2 { signal right.ready add 3000000000 }
