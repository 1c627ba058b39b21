# Two units are raised, and from eight chips on the second one only is waited for.
# expect: dirty-exit at n == 8
kernel later_waits_from_eight_on(n)
profile pallas-tpu

sem ready global

for k in 0 .. 2 { signal right.ready }
for k in (n - 3 - 3 < 2 ? 0 : 1) .. 2 { wait ready }
