# FAULT left behind: a global counter is raised by the first launch for both, and one unit is missing in the
# second.
# expect: deadlock
kernel second_launch(n)
requires n >= 2
profile default

sem flag global

signal right.flag
wait flag at_least 2 take 1
