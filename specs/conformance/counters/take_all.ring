# A wait that empties a counter takes what is there, the next wait starts from zero.
# expect: proved
kernel take_all(n)
requires n == 2
profile default

sem flag, again

if me == 0 {
  signal right.flag add 3
  wait again
  signal right.flag add 4
} else {
  wait flag at_least 3 take all
  signal left.again
  wait flag at_least 4 take all
}
