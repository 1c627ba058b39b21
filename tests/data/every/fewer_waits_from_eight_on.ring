# Two units are raised, and from eight chips on one is waited for.
# expect: dirty-exit at n == 8
kernel fewer_waits_from_eight_on(n)
profile pallas-tpu

sem ready global

for k in 0 .. 2 { signal right.ready }
for k in 0 .. (n - 3 - 3 < 2 ? 2 : 1) { wait ready }
