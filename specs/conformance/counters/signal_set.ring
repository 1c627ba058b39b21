# A signal that sets assigns on the other chip.
# expect: proved
kernel signal_set(n)
requires n == 2
profile default

sem flag

if me == 0 { signal right.flag set 6 } else {
  wait flag equals 6
  set flag 0
}
