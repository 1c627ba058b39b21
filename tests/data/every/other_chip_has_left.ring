# Nobody waits for what is written to the right.
# expect: not-entered at n == 3
kernel other_chip_has_left(n)
profile pallas-tpu

buffer x in
buffer got
sem sent

put x -> right.got send sent
wait sent
