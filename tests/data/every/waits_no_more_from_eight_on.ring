# From eight chips on nobody waits for what all signal.
# expect: dirty-exit at n == 8
kernel waits_no_more_from_eight_on(n)
profile pallas-tpu

sem ready global

signal right.ready
if n - 3 - 3 < 2 { wait ready }
