# From eight chips on a unit is waited for and left where it is.
# expect: dirty-exit at n == 8
kernel wait_that_takes_nothing(n)
profile pallas-tpu

sem ready

signal right.ready
wait ready at_least 1 take (n - 3 - 3 < 2 ? 1 : 0)
