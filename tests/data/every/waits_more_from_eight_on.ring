# One unit is raised; from eight chips on more than one is waited for.
# expect: deadlock at n == 8
kernel waits_more_from_eight_on(n)
profile pallas-tpu

sem ready

signal right.ready
for k in 0 .. max(1, n - 3 - 3) { wait ready }
