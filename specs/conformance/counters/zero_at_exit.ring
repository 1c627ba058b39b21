# Everything that was raised has been taken: at the end all counters are zero, launch after launch.
# expect: proved
kernel zero_at_exit(n)
requires n >= 2
profile default

buffer x in
buffer out out
sem sent, arrived, credit

put x -> right.out send sent add 2 recv arrived add 3
signal left.credit
wait sent 1
wait arrived 3
wait sent 1
wait credit
