# FAULT missing counter: the put of the last chip raises nothing.
# expect: deadlock
kernel put_without_counter(n)
requires n >= 2
profile default

buffer x in
buffer out out
sem arrived, sent

if me == n - 1 { put x -> right.out send sent } else { put x -> right.out send sent recv arrived }
wait sent
wait arrived
