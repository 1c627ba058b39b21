# A put goes to the right before that chip has said that it has entered; what tells of its landing comes after that.
# expect: not-entered at n == 3
kernel other_chip_has_not_entered(n)
profile pallas-tpu-fifo, entry none

buffer x in
buffer got
sem sent, done
sem entered global

put x -> right.got send sent
signal left.entered
wait entered
signal right.done
wait sent
wait done
