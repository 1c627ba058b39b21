# WRONG: credits go back two at a time, but a ring on two slots, one in hand and one that fills, never has two to
# give: everybody waits for a credit that its right neighbour would give one step later.
# expect: deadlock at n >= 3
kernel credits_in_pairs(n)
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
  if s % 2 == 1 and s < n - 2 { signal left.room add 2 }
}
