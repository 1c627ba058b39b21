# The condition of the promise takes a remainder of five times its divisor: it is met from seven chips on, and not kept.
# expect: wrong-result at n == 7
kernel far_remainder_in_ensures(n)
contract permute(x -> out, distance = 1)
ensures out == x@me if (5 * n + me) % n < n and n > 6
profile pallas-tpu

buffer x in
buffer out out
sem sent, arrived

put x -> right.out send sent recv arrived
wait sent
wait arrived
