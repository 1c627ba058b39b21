# What is promised of the left chip comes from the right one.
# expect: wrong-result at n == 3
kernel from_the_other_side(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu

buffer x in
buffer out out
sem sent, arrived

put x -> left.out send sent recv arrived
wait sent
wait arrived
