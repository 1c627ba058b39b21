# What is required is always so, but takes a remainder of four times its divisor; from eight chips on nobody sends.
# expect: deadlock at n == 8
kernel far_remainder_in_requires(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu
requires (4 * n) % n == 0

buffer x in
buffer out out
sem sent, arrived

if n < 8 {
  put x -> right.out send sent recv arrived
  wait sent
}
wait arrived
