# FAULT nothing new: a snapshot has counted what there was, and nothing more comes.
# expect: deadlock
kernel nothing_above_snapshot(n)
requires n == 2
profile default

sem flag

if me == 0 { signal right.flag add 3 } else {
  wait flag at_least 3
  snapshot flag
  wait flag above_snapshot 2
}
