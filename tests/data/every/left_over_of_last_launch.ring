# Each launch reads what the one before has left, in memory that is made anew by each launch.
# expect: uninitialised at n == 3 with launches 2
kernel left_over_of_last_launch(n)
profile pallas-tpu

buffer x in
buffer kept, seen

copy kept -> seen
copy x -> kept
