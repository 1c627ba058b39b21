# Barrier with both neighbours: tell them that I am here, wait until both have told me. A semaphore for each side:
# only the left chip raises `from_left`, so its k-th unit means that left has entered launch k. With one semaphore for
# both sides it is wrong: see gallery/barrier_neighbour_reused.ring.
kernel barrier_neighbour(n)
contract barrier(distance = 1)
profile pallas-tpu, entry none

sem from_left global, from_right global

signal left.from_right
signal right.from_left
wait from_left
wait from_right
