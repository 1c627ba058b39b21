# FAULT wait before put: every chip waits for data before it sends its own.
# expect: deadlock
kernel wait_before_put(n)
requires n >= 1
profile default

buffer x in
buffer out out
sem arrived

wait arrived
put x -> right.out recv arrived
