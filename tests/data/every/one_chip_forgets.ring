# All chips wait for what arrives, but for chip 9.
# expect: race at n == 10
kernel one_chip_forgets(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu, exit any

buffer x in
buffer out out
sem sent, arrived

put x -> right.out send sent recv arrived
wait sent
if me != 9 { wait arrived }
