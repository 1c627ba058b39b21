# A unit of `empty` says that the slot on the right has been read. Chip 8 and those beyond get another unit from the
# left, which says nothing. Chips 0 and 1 do too, and do not fill the slot again.
# expect: race at n == 9
kernel credit_of_the_wrong_one(n)
profile pallas-tpu

buffer x in
buffer got, seen
sem sent, arrived[2], empty

put x -> right.got send sent recv arrived[0]
wait sent
wait arrived[0]
copy got -> seen
signal left.empty
if right < 2 or right - 3 - 3 >= 2 { signal right.empty }
wait empty
if me >= 2 {
  put x -> right.got send sent recv arrived[1]
  wait sent
}
if me < 2 or me - 3 - 3 >= 2 { wait empty }
if left >= 2 { wait arrived[1] }
