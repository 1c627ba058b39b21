# Work was done on one input more than is promised.
# expect: wrong-result at n == 3
kernel work_of_one_input_more(n)
ensures out == work(x)
profile pallas-tpu

buffer x in, y in
buffer out out

compute work reads x, y writes out
