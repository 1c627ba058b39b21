# From eight chips on nobody signals, and all wait.
# expect: deadlock at n == 8
kernel silent_from_eight_on(n)
profile pallas-tpu

sem ready

if n - 3 - 3 < 2 { signal right.ready }
wait ready
