# An atomic add of several slots.
# expect: proved
kernel accumulate_run(n)
requires n >= 2
profile default

buffer x[2] in
buffer out[2] out
sem ready, sent, arrived

copy x[0] -> out[0] len 2
signal left.ready
wait ready
put x[0] -> right.out[0] len 2 send sent recv arrived accumulate
wait sent
wait arrived
