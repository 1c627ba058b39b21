# Each chip writes to a slot of its own number on both sides, which with two chips is the same one.
# expect: race at n == 2
kernel two_writers_of_two_chips(n)
profile pallas-tpu

buffer x in
buffer got[n]
sem sent, arrived

put x -> right.got[me] send sent recv arrived
put x -> left.got[me] send sent recv arrived
wait sent 2
wait arrived 2
