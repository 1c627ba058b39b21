# From eight chips on another counter is raised than the one that is waited for.
# expect: deadlock at n == 8
kernel another_counter_from_eight_on(n)
profile pallas-tpu

sem ready[2]

signal right.ready[n - 3 - 3 < 2 ? 0 : 1]
wait ready[0]
