# The signal comes before the data, both count on one counter. But for chip 8 and beyond, something else tells before
# the first wait that the data has landed.
# expect: race at n == 9
kernel unit_of_a_signal(n)
profile pallas-tpu-fifo

buffer x in
buffer got, seen
sem sent, ready, told

signal right.ready
put x -> right.got send sent recv ready
signal right.told
wait sent
if me < 2 {
  wait ready 2
  copy got -> seen
} else {
  if me - 3 - 3 < 2 { wait told }
  wait ready
  copy got -> seen
  wait ready
}
if me < 2 or me - 3 - 3 >= 2 { wait told }
