# The other one of two inputs is given back.
# expect: wrong-result at n == 3
kernel of_the_other_buffer(n)
ensures out == x
profile pallas-tpu

buffer x in, y in
buffer out out

copy y -> out
