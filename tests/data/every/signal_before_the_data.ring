# The order of the link says nothing of what is sent after the signal.
# expect: race at n == 3
kernel signal_before_the_data(n)
profile pallas-tpu-fifo

buffer x in
buffer got, seen
sem sent, told

signal right.told
put x -> right.got send sent
wait sent
wait told
copy got -> seen
