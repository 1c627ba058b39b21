# All-reduce by rotation: every chip's values go once round the ring through two slots, and every chip adds them up.
# The slot in hand is sent on and copied out at the same time; its reuse waits for both. `room` is a credit from the
# right chip: the slot it is about to receive into is free.
kernel all_reduce_rotate(n)
contract all_reduce(x -> out, sum)
profile pallas-tpu

buffer x in
buffer out out
buffer hold[2]
buffer value
sem sent, arrived, copied, room

put x -> right.hold[0] send sent recv arrived
wait sent
wait arrived
for k in 0 .. n {
  let now = k % 2
  let next = 1 - now
  signal left.room
  put hold[now] -> me.value recv copied       # a local asynchronous copy
  wait room
  put hold[now] -> right.hold[next] send sent recv arrived
  wait copied
  if k == 0 { copy value -> out } else { reduce value into out }
  wait sent
  wait arrived
}
