# A signal says that the data has landed, by the order of the link; from eight chips on it comes from another chip than
# the data.
# expect: race at n == 8
kernel signal_of_another_chip(n)
profile pallas-tpu-fifo

buffer x in
buffer got, seen
sem sent, told

put x -> chip(me + (n - 3 - 3 < 2 ? 1 : 2)).got send sent
signal right.told
wait sent
wait told
copy got -> seen
