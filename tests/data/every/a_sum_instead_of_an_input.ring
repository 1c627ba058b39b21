# More than what is promised was added.
# expect: wrong-result at n == 3
kernel a_sum_instead_of_an_input(n)
ensures out == x
profile pallas-tpu

buffer x in
buffer from_left
buffer out out
sem sent, arrived

put x -> right.from_left send sent recv arrived
wait sent
wait arrived
reduce x, from_left -> out by add
