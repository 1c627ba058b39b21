# A get of several slots, which raises its counter by more than one.
# expect: proved
kernel get_run(n)
requires n >= 2
profile default

buffer x[3] in
buffer out[3] out
sem fetched, released

get right.x[1] -> out[0] len 2 done fetched add 5
get me.x[0] -> out[2] done fetched add 2
wait fetched 7
signal right.released
wait released
