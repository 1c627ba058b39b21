# The counter of a put may rise before its data is there.
# expect: race at n == 3
kernel counter_says_nothing_of_data(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu, signal_covers none

buffer x in
buffer out out
sem sent, arrived

put x -> right.out send sent recv arrived
wait sent
wait arrived
