# From eight chips on a wait is for less than nothing.
kernel wait_for_less_than_nothing(n)
profile pallas-tpu

sem ready

if n - 3 - 3 >= 2 { wait ready 0 - 1 }
