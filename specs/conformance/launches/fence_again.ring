# A fence orders what comes before it in every launch.
# expect: proved
kernel fence_again(n)
requires n >= 2
profile default

buffer x in
buffer y
buffer out out
sem sent, flag

put x -> right.y send sent
fence
signal right.flag
wait flag
copy y -> out
wait sent
