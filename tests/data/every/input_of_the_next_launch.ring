# A chip may begin the next launch, and get new input, before the old one has been read.
# expect: race at n == 3 with launches 2
kernel input_of_the_next_launch(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu

buffer x in
buffer out out
sem arrived

put x -> right.out recv arrived
wait arrived
