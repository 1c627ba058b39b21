# Work was done on another input than is promised.
# expect: wrong-result at n == 3
kernel work_of_the_other_input(n)
ensures out == work(x)
profile pallas-tpu

buffer x in, y in
buffer out out

compute work reads y writes out
