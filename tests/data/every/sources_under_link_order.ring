# The link keeps the order in which puts arrive, and says nothing of when their sources are read: the first unit of `sent`
# may be the second put's, and the first source is overwritten before it was read.
# expect: race at n == 3
kernel sources_under_link_order(n)
profile pallas-tpu-fifo

buffer x in
buffer a, b
buffer from_left[2]
sem sent, arrived

copy x -> a
copy x -> b
put a -> right.from_left[0] send sent recv arrived
put b -> right.from_left[1] send sent recv arrived
wait sent
copy x -> a
wait sent
wait arrived 2
