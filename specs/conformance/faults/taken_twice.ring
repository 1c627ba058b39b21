# FAULT taken twice: two waits want the same unit.
# expect: deadlock
kernel taken_twice(n)
requires n >= 1
profile default

buffer x in
buffer out out
sem arrived

put x -> right.out recv arrived
wait arrived
wait arrived
