# Everybody hands its value to the right neighbour.
# The wait for the arrival is missing, so the output may be taken too early.
# expect: race
kernel permute(n)
contract permute(x -> out, distance = 1)

buffer x in
buffer out out
sem sent

put x -> right.out send sent
wait sent
