# A global counter keeps its value over launches: what one leaves, the next one takes.
# expect: proved
kernel kept_over_launches(n)
requires n >= 2
profile default

sem flag global, first global

signal right.flag add 2
wait flag at_least 1
wait flag 2
