# Eight puts are in flight at once and raise one counter: each raise counts.
# expect: proved
kernel many_in_flight(n)
requires n >= 2
profile default

buffer x[8] in
buffer out[8] out
sem sent, arrived

for k in 0 .. 8 { put x[k] -> right.out[k] send sent recv arrived }
wait sent 8
wait arrived 8
