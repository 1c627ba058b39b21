# At nine chips data goes the other way; what is required hides it from whoever takes a far remainder for something else.
# expect: wrong-result at n == 9
kernel other_way_at_nine(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu
requires (5 * n + 1) % n == 1

buffer x in
buffer out out
sem sent, arrived

if n == 9 { put x -> left.out send sent recv arrived } else { put x -> right.out send sent recv arrived }
wait sent
wait arrived
