# A counter holds a million and more.
# expect: proved
kernel large(n)
requires n >= 2
profile default

sem flag

signal right.flag add 1000000
signal left.flag add 2000000
wait flag at_least 3000000 take 2999999
wait flag
