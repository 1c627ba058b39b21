# From eight chips on a slot is read that was never written.
# expect: uninitialised at n == 8
kernel nothing_written_from_eight_on(n)
profile pallas-tpu

buffer x in
buffer kept, seen

if n - 3 - 3 < 2 { copy x -> kept }
copy kept -> seen
