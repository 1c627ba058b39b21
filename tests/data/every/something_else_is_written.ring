# Something else is written over what is promised.
# expect: wrong-result at n == 3
kernel something_else_is_written(n)
ensures out == x
profile pallas-tpu

buffer x in
buffer out out

copy x -> out
write out "a"
