# Opaque work with two outputs, one of whose operands is on another chip.
# expect: proved
kernel compute_two(n)
requires n >= 2
profile default

buffer x in
buffer out[2] out
sem released

compute split reads x, right.x writes out[1], out[0]
signal right.released
wait released
