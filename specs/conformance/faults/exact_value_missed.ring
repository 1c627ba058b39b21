# FAULT exact value missed: the counter goes from 0 to 2, and the wait is for 1.
# expect: deadlock
kernel exact_value_missed(n)
requires n >= 1
profile default

sem flag

signal right.flag add 2
wait flag equals 1
