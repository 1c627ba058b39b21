# WRONG: one semaphore for both neighbours, used again by the next launch. A neighbour that is a launch ahead is
# counted twice, and the put reaches a right chip that has not entered.
# expect: not-entered at n >= 5
# expect: proved with launches 1
kernel barrier_neighbour_reused(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu, entry none

buffer x in
buffer out out
sem bar global
sem sent, arrived

signal left.bar
signal right.bar
wait bar 2
put x -> right.out send sent recv arrived
wait sent
wait arrived
