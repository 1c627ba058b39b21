# Work was done on what is promised as it is.
# expect: wrong-result at n == 3
kernel work_instead_of_an_input(n)
ensures out == x
profile pallas-tpu

buffer x in
buffer out out

compute work reads x writes out
