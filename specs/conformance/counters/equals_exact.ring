# A wait for an exact value goes on when the counter has it, and takes nothing.
# expect: proved
kernel equals_exact(n)
requires n == 2
profile default

sem flag

if me == 0 { signal right.flag add 4 } else {
  wait flag equals 4
  wait flag equals 4
  set flag 0
}
