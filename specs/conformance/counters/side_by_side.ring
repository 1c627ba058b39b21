# The counters of a semaphore are counted apart from each other.
# expect: proved
kernel side_by_side(n)
requires n >= 2
profile default

sem flag[4]

for k in 0 .. 4 { signal right.flag[k] add me + k + 1 }
for k in 0 .. 4 { wait flag[3 - k] left + (3 - k) + 1 }
