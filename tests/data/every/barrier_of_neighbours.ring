# Each chip waits for its neighbours; it is said to be a barrier of those at a distance of two.
# expect: wrong-result at n == 5
kernel barrier_of_neighbours(n)
contract barrier(distance = 2)
profile pallas-tpu, entry none

sem from_left global, from_right global

signal left.from_right
signal right.from_left
wait from_left
wait from_right
