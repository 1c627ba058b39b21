# Lab 2, wait: for the own transfer to have been read, and for the neighbour's to have landed.
# expect: proved at n == 2
# expect: wrong-result at n >= 3
kernel wait_for_it(n)
requires n >= 2
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n] out ring
sem sent, arrived

copy x -> out[me]
put out[me] -> right.out[me] send sent recv arrived
wait sent
wait arrived
