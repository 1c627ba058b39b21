# Both neighbours write to one slot, which nobody reads.
# expect: race at n == 3
kernel two_writers(n)
profile pallas-tpu

buffer x in
buffer got
sem sent, arrived

put x -> right.got send sent recv arrived
put x -> left.got send sent recv arrived
wait sent 2
wait arrived 2
