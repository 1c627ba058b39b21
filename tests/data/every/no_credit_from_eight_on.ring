# The second put fills the slot that the first has filled, and waits until it is empty; from eight chips on it does not
# wait.
# expect: race at n == 8
kernel no_credit_from_eight_on(n)
profile pallas-tpu, exit any

buffer x in
buffer got, seen
sem sent, arrived[2]
sem empty global

put x -> right.got send sent recv arrived[0]
wait sent
wait arrived[0]
copy got -> seen
signal left.empty
if n - 3 - 3 < 2 { wait empty }
put x -> right.got send sent recv arrived[1]
wait sent
wait arrived[1]
