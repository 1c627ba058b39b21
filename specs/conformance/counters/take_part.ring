# A wait may ask for more than it takes.
# expect: proved
kernel take_part(n)
requires n == 2
profile default

sem flag

if me == 0 { signal right.flag add 5 } else {
  wait flag at_least 4 take 1
  wait flag at_least 4 take 3
  wait flag 1
}
