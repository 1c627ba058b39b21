# All chips raise one counter of chip 0, many times, at the same time: no raise is lost.
# expect: proved
kernel all_to_one(n)
requires n >= 2
profile default

sem flag

for k in 0 .. 20 { signal chip(0).flag add k + 1 }
if me == 0 { wait flag 210 * n }
