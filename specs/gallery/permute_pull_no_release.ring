# WRONG: the chip returns while its right neighbour may still be reading its input, which the next launch overwrites.
# expect: race at n >= 2
# expect: proved at n >= 2 with launches 1
kernel permute_pull_no_release(n)
contract permute(x -> out, distance = 1)
profile openshmem

buffer x in
buffer out out
sem fetched

get left.x -> out done fetched
wait fetched
