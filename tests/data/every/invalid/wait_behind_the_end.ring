# From eight chips on a counter is waited for that a semaphore has not.
kernel wait_behind_the_end(n)
profile pallas-tpu

sem ready[2]

if n - 3 - 3 >= 2 { wait ready[2] 0 }
