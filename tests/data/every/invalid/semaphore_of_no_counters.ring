# From eight chips on a semaphore has no counter.
kernel semaphore_of_no_counters(n)
profile pallas-tpu

buffer x in
buffer seen
sem ready[n - 3 - 3 < 2 ? 1 : 0]

copy x -> seen
