# No chip waits for another one.
# expect: wrong-result at n == 3
kernel no_barrier(n)
contract barrier()
profile pallas-tpu, entry none

buffer x in
buffer seen

copy x -> seen
