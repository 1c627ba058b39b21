# All-gather on two slots: the credit for a slot goes back as soon as it has been copied out and sent on.
kernel credits_one_at_a_time(n)
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n] out ring
buffer hold[2]
sem sent, arrived, room

copy x -> hold[0]
copy x -> out[me]
for s in 0 .. n - 1 {
  let now = s % 2
  if s > 0 { wait room }
  put hold[now] -> right.hold[1 - now] send sent recv arrived
  wait sent
  wait arrived
  copy hold[1 - now] -> out[me - s - 1]
  if s < n - 2 { signal left.room }
}
