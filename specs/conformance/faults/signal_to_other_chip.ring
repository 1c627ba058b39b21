# FAULT wrong chip: every chip tells its right neighbour, chip 1 its left one.
# expect: deadlock
kernel signal_to_other_chip(n)
requires n >= 3
profile default

sem flag

if me == 1 { signal left.flag } else { signal right.flag }
wait flag
