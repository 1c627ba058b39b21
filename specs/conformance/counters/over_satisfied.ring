# One raise of three satisfies three waits for one: a wait takes what it says and leaves the rest.
# expect: proved
kernel over_satisfied(n)
requires n == 2
profile default

sem flag

if me == 0 { signal right.flag add 3 } else {
  wait flag
  wait flag
  wait flag
}
