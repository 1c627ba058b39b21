# WRONG: nobody waits until the put has read its source. Its unit stays behind, and the next launch rewrites the input
# while it is read.
# expect: dirty-exit
# expect: race at n >= 2 with launches 2
kernel last_send_wait_missing(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu

buffer x in
buffer out out
sem sent, arrived

put x -> right.out send sent recv arrived
wait arrived
