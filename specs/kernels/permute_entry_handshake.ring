# Right permute without an entry barrier: a chip tells its left neighbour, who writes to it, that it has entered.
# `entered` outlives launches and only the right chip raises it, so its k-th unit means: right has entered launch k.
kernel permute_entry_handshake(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu, entry none

buffer x in
buffer out out
sem entered global
sem sent, arrived

signal left.entered
wait entered
put x -> right.out send sent recv arrived
wait sent
wait arrived
