# What nobody takes is still there at the end.
# expect: proved
kernel left_over(n)
requires n == 2
profile default, exit any

sem flag

if me == 0 { signal right.flag add 7 } else { wait flag 3 }
