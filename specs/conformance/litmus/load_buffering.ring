# Each chip fetches the other's slot and, when it has it, overwrites its own. Not both can see the new value.
# expect: race
kernel load_buffering(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem fetched, over

get right.y -> out done fetched
wait fetched
copy x -> y
signal right.over
wait over
