# From eight chips on a signal adds nothing.
kernel signal_of_nothing(n)
profile pallas-tpu

sem ready global

signal right.ready add n - 3 - 3 < 2 ? 1 : 0
wait ready n - 3 - 3 < 2 ? 1 : 0
