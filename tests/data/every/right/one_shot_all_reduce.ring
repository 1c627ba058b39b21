# Everybody sends everything to everybody, between two barriers of its own.
kernel one_shot_all_reduce(n)
contract all_reduce(x -> out, sum)
profile pallas-tpu, entry none

buffer x in
buffer from[n]
buffer out out
sem ready[2] global
sem sent, arrived

for d in 1 .. n { signal chip(me + d).ready[0] }
wait ready[0] n - 1
copy x -> from[me]
for d in 1 .. n { put x -> chip(me + d).from[me] send sent recv arrived }
wait sent n - 1
wait arrived n - 1
copy from[0] -> out
for c in 1 .. n { reduce from[c] into out }
for d in 1 .. n { signal chip(me + d).ready[1] }
wait ready[1] n - 1
