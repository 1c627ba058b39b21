# A condition that never holds asks for a logarithm that there is not from eight chips on.
kernel logarithm_in_a_condition(n)
profile pallas-tpu

buffer x in
buffer seen

if log2(8 - n) > 3 and 0 { copy x -> seen }
copy x -> seen
