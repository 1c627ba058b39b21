# The chip on the right says that its slot is empty; from eight chips on it says so to the chip beyond.
# expect: race at n == 8
kernel credit_for_another(n)
profile pallas-tpu

buffer x in
buffer got, seen
sem sent, arrived[2]
sem empty global

put x -> right.got send sent recv arrived[0]
wait sent
wait arrived[0]
copy got -> seen
signal chip(me - (n - 3 - 3 < 2 ? 1 : 2)).empty
wait empty
put x -> right.got send sent recv arrived[1]
wait sent
wait arrived[1]
