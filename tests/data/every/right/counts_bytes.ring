# Counters that count bytes, of which a put has 4096 or twice as many.
kernel counts_bytes(n, bytes = 4096)
contract permute(x -> out, distance = 1)
profile pallas-tpu

buffer x[2] in
buffer out[2] out
sem sent, arrived, more

put x[0] -> right.out[0] send sent add bytes recv arrived add bytes
put x[1] -> right.out[1] send sent add 2 * bytes recv more add 2 * bytes
wait sent 3 * bytes
wait arrived bytes
wait more 2 * bytes
