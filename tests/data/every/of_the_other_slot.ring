# The other one of two slots is given back.
# expect: wrong-result at n == 3
kernel of_the_other_slot(n)
ensures out == x[0]
profile pallas-tpu

buffer x[2] in
buffer out out

copy x[1] -> out
