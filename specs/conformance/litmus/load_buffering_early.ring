# Each chip fetches the other's slot and overwrites its own without waiting for that. Both may see the new
# value.
# expect: race
kernel load_buffering_early(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem fetched, over

get right.y -> out done fetched
copy x -> y
wait fetched
signal right.over
wait over
