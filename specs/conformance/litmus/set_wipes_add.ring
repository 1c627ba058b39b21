# A set may wipe out a raise that arrived before it, or not.
# expect: proved
kernel set_wipes_add(n)
requires n == 2
profile default, exit any

sem flag global

if me == 0 { signal right.flag add 2 } else { set flag 1 }
