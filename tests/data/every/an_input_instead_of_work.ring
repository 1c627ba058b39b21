# No work was done.
# expect: wrong-result at n == 3
kernel an_input_instead_of_work(n)
ensures out == work(x)
profile pallas-tpu

buffer x in
buffer out out

copy x -> out
