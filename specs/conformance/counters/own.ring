# Signals and puts to the own chip count as any other.
# expect: proved
kernel own(n)
requires n >= 1
profile default

buffer x in
buffer out out
sem flag, sent, arrived

signal me.flag add 2
put x -> me.out send sent recv arrived
wait flag 2
wait sent
wait arrived
