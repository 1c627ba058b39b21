# The signal is issued after the data and may be there before it, both count on one counter. But for chip 8 and beyond,
# something else tells before the first wait that the data has landed.
# expect: race at n == 9
kernel unit_of_a_later_signal(n)
profile pallas-tpu-fifo

buffer x in
buffer got, seen
sem sent, ready, told

put x -> right.got send sent recv ready
signal right.ready covers own
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
