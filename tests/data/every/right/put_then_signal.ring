# The receiver is told by a signal that follows the put on the link, not by the put itself.
kernel put_then_signal(n)
contract permute(x -> out, distance = 1)
profile nccl

buffer x in
buffer out out
sem sent, filled

put x -> right.out send sent
signal right.filled
wait filled
wait sent
