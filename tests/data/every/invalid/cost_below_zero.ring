# From eight chips on work has a cost below zero.
kernel cost_below_zero(n)
profile pallas-tpu

buffer x in
buffer seen

compute work reads x writes seen cost n - 3 - 3 < 2 ? 1 : 0 - 1
