# A signal follows the data, but is said not to cover it.
# expect: race at n == 3
kernel signal_that_covers_nothing(n)
profile pallas-tpu-fifo

buffer x in
buffer got, seen
sem sent, told

put x -> right.got send sent
signal right.told covers own
wait sent
wait told
copy got -> seen
