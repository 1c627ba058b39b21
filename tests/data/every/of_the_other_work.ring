# Other work was done than is promised.
# expect: wrong-result at n == 3
kernel of_the_other_work(n)
ensures out == second(x)
profile pallas-tpu

buffer x in
buffer out out

compute first reads x writes out
