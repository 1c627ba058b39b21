# A reduction whose first operand is on another chip.
# expect: proved
kernel reduce_remote(n)
requires n >= 2
profile default

buffer x[2] in
buffer out[2] out
sem released

copy x[0] -> out[0] len 2
reduce right.x[0] into out[0] len 2
signal right.released
wait released
