# A wait above a snapshot counts from what the counter was.
# expect: proved
kernel snapshot_above(n)
requires n == 2
profile default, exit any

sem flag, again

if me == 0 {
  signal right.flag add 3
  wait again
  signal right.flag add 2
} else {
  wait flag at_least 3
  snapshot flag
  signal left.again
  wait flag above_snapshot 2
}
