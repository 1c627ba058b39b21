# FAULT one unit short: the last of three units never comes.
# expect: deadlock
kernel one_unit_short(n)
requires n >= 1
profile default

sem flag

signal right.flag add 2
wait flag
wait flag
wait flag
