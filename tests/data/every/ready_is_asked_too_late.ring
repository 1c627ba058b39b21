# A slot is filled again when all chips have read theirs; by chip 8 and beyond before they tell so.
# expect: race at n == 9
kernel ready_is_asked_too_late(n)
profile pallas-tpu

buffer x in
buffer got, seen
sem sent, first, second, ready

put x -> right.got send sent recv first
wait first
copy got -> seen
for d in 1 .. n { signal chip(me + d).ready }
if me >= 2 {
  if me - 3 - 3 < 2 { wait ready n - 1 }
  put x -> right.got send sent recv second
  wait sent
}
if me < 2 or me - 3 - 3 >= 2 { wait ready n - 1 }
if left >= 2 { wait second }
wait sent
