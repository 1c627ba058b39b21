# A snapshot outlives its launch, though the counter is made anew: the second launch waits for more than comes.
# expect: proved
# expect: deadlock with launches 2
kernel snapshot_lives_on(n)
requires n >= 1
profile default, exit any

sem flag

signal right.flag
wait flag above_snapshot 1
snapshot flag
