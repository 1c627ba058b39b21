# Right permute by remote reads: everybody fetches its left neighbour's value. `released` says that the right chip has
# finished reading: without that wait the chip could leave, and its input be rewritten, while the right chip is still
# reading.
kernel permute_pull(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu

buffer x in
buffer out out
sem fetched, released

get left.x -> out done fetched
wait fetched
signal left.released
wait released
