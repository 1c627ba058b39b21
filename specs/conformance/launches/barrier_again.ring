# A barrier holds in every launch: the data of a launch comes before its barrier.
# expect: proved
kernel barrier_again(n)
requires n >= 2
profile default

buffer x in
buffer y
buffer out out
sem sent, taken

put x -> right.y send sent
quiet until landed
barrier meet
copy y -> out
signal left.taken
wait sent
wait taken
