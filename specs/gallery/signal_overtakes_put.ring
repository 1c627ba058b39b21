# WRONG: a separate signal tells the right chip that the data is there. Nothing keeps it from overtaking the put.
# expect: race
# expect: proved with profile pallas-tpu-fifo
kernel signal_overtakes_put(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu

buffer x in
buffer out out
sem sent, flag

put x -> right.out send sent
signal right.flag
wait sent
wait flag
