# A wait that takes nothing leaves the counter as it is, for the waits behind it.
# expect: proved
kernel take_nothing(n)
requires n == 2
profile default

sem flag

if me == 0 { signal right.flag add 2 } else {
  wait flag at_least 2
  wait flag at_least 1
  wait flag 2
}
