# A wait for an exact value may miss it: two raises may pass it before it looks.
# expect: deadlock
kernel equals_passed(n)
requires n == 2
profile default, exit any

sem flag

if me == 0 {
  signal right.flag
  signal right.flag
} else {
  wait flag equals 1
}
