# One unit is waited for; from eight chips on more than one is raised.
# expect: dirty-exit at n == 8
kernel signals_more_from_eight_on(n)
profile pallas-tpu

sem ready

for k in 0 .. max(1, n - 3 - 3) { signal right.ready }
wait ready
