# What arrives is added to what is there, and is promised alone.
# expect: wrong-result at n == 3
kernel added_on_arrival(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu

buffer x in
buffer out out
sem sent, arrived, ready

copy x -> out
signal left.ready
wait ready
put x -> right.out send sent recv arrived accumulate
wait sent
wait arrived
