# An amount is one, and 0 times a logarithm that chip 7 has not.
kernel logarithm_that_does_not_count(n)
profile pallas-tpu

sem ready

signal right.ready
wait ready 1 + 0 * log2(7 - me)
