# Everybody hands its value to the right neighbour.
# expect: proved
kernel permute(n)
contract permute(x -> out, distance = 1)

buffer x in
buffer out out
sem sent, arrived

put x -> right.out send sent recv arrived
wait sent
wait arrived
