# From eight chips on a counter is raised that a semaphore has not.
kernel counter_behind_the_end(n)
profile pallas-tpu, exit any

sem ready[2] global

for k in 0 .. max(0, n - 3 - 3 - 1) { signal right.ready[2] }
