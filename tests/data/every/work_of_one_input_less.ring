# Work was done on one input less than is promised.
# expect: wrong-result at n == 3
kernel work_of_one_input_less(n)
ensures out == work(x, y)
profile pallas-tpu

buffer x in, y in
buffer out out

compute work reads x writes out
