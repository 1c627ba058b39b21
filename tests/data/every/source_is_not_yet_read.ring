# The link keeps the order in which puts arrive, and says nothing of when their sources are read. But for chip 8 and
# beyond, the right chip tells that the first one has arrived before its source is written again.
# expect: race at n == 9
kernel source_is_not_yet_read(n)
profile pallas-tpu-fifo

buffer x in
buffer a, b
buffer from_left[2]
sem sent, arrived, told

copy x -> a
copy x -> b
put a -> right.from_left[0] send sent recv arrived
put b -> right.from_left[1] send sent recv arrived
wait arrived
signal left.told
if me < 2 {
  wait sent 2
  copy x -> a
} else {
  if me - 3 - 3 < 2 { wait told }
  wait sent
  copy x -> a
  wait sent
}
if me < 2 or me - 3 - 3 >= 2 { wait told }
wait arrived
