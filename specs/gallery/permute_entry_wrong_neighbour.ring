# WRONG: the chip waits until the left neighbour has entered, but writes to the right one, which may not have entered.
# expect: not-entered at n >= 3
kernel permute_entry_wrong_neighbour(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu, entry none

buffer x in
buffer out out
sem entered global
sem sent, arrived

signal right.entered
wait entered
put x -> right.out send sent recv arrived
wait sent
wait arrived
