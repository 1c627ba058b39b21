# A wait that empties a counter takes more than it asked for.
# expect: proved
kernel take_all_there_is(n)
requires n == 2
profile default, exit any

sem flag

if me == 0 { signal right.flag add 5 } else { wait flag at_least 3 take all }
