# A put whose counter may rise two thousand million times before it has landed: too many events to look at one by one.
kernel many_credits(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu

buffer x[2] in
buffer out[2] out
sem sent, arrived

put x -> right.out len 2 send sent recv arrived add 2147483646
wait sent
wait arrived 2147483646
