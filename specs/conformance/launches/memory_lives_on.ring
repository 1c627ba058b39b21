# Where counters live on, memory does: the second launch finds what the first has left.
# expect: uninitialised
kernel memory_lives_on(n)
requires n >= 1
profile default, counter_life global

buffer x in
buffer kept
buffer out out

copy kept -> out
copy x -> kept
