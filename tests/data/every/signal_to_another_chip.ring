# A signal to the right does not follow the data to the left; the right chip passes it on to the one that reads the
# data.
# expect: race at n == 4
kernel signal_to_another_chip(n)
profile pallas-tpu-fifo, exit any

buffer x in
buffer got, seen
sem sent, told, go

put x -> left.got send sent
signal right.told
wait sent
wait told
signal chip(me - 2).go
wait go
copy got -> seen
