# A snapshot may be taken before the raise or after it: the wait above it goes on or is blocked for ever.
# expect: deadlock
kernel snapshot_late(n)
requires n == 2
profile default, exit any

sem flag

if me == 0 {
  signal right.flag
} else {
  snapshot flag
  wait flag above_snapshot 1
}
