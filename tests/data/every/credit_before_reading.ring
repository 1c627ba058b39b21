# The slot is said to be empty when it has been read; by chip 8 and beyond before it is read. Chips 0 and 1 do so as
# well, and get nothing into the slot again.
# expect: race at n == 9
kernel credit_before_reading(n)
profile pallas-tpu

buffer x in
buffer got, seen
sem sent, arrived[2], empty

put x -> right.got send sent recv arrived[0]
wait sent
wait arrived[0]
if me < 2 or me - 3 - 3 >= 2 { signal left.empty }
copy got -> seen
if me >= 2 { if me - 3 - 3 < 2 { signal left.empty } }
wait empty
if right >= 2 {
  put x -> right.got send sent recv arrived[1]
  wait sent
}
if me >= 2 { wait arrived[1] }
