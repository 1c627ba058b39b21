# A counter of a launch starts again: what the first one left is not there in the second.
# expect: proved
kernel counters_anew(n)
requires n >= 1
profile default, exit any

sem flag

signal right.flag add 2
wait flag
