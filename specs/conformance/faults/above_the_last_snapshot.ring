# FAULT nothing new: the last snapshot counts, not the first, and nothing comes after it.
# expect: deadlock
kernel above_the_last_snapshot(n)
requires n == 2
profile default

sem flag[2]

if me == 0 {
  signal right.flag[1] add 3
  signal right.flag[1] add 2
} else {
  wait flag[1] at_least 3
  snapshot flag[1]
  wait flag[1] at_least 5
  snapshot flag[1]
  wait flag[1] above_snapshot 1
}
