# FAULT missing signal: chip 1 waits for a flag that nobody raises.
# expect: deadlock
kernel missing_signal(n)
requires n >= 2
profile default

sem flag

if me == 1 { wait flag }
