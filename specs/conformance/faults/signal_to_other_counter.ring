# FAULT wrong counter: the flag that is raised is not the one that is awaited.
# expect: deadlock
kernel signal_to_other_counter(n)
requires n >= 1
profile default

sem flag[2]

signal right.flag[0]
wait flag[1]
