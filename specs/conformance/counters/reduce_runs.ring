# Reductions of several slots, by a rule of their own, and into a third place.
# expect: proved
kernel reduce_runs(n)
requires n >= 1
profile default

buffer x[2] in
buffer z[2] in
buffer out[6] out

copy z[0] -> out[0] len 2
reduce x[0] into out[0] len 2 by max
reduce x[0], z[0] -> out[2] len 2 by min
reduce z[0], x[0] -> out[4] len 2
