# WRONG: the sum is never set to anything before values are added to it.
# expect: uninitialised
kernel accumulate_without_zeroing(n)
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
  reduce value into out
  wait sent
  wait arrived
}
