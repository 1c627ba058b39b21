# WRONG: each neighbour adds 2 where 1 is meant. The barrier opens after one neighbour; the other may not have entered
# when the put reaches it.
# expect: not-entered at n >= 2
# expect: proved at n == 2 with launches 1
kernel barrier_neighbour_signals_two(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu, entry none, exit any

buffer x in
buffer out out
sem bar global
sem sent, arrived

signal left.bar add 2
signal right.bar add 2
wait bar 2
put x -> right.out send sent recv arrived
wait sent
wait arrived
