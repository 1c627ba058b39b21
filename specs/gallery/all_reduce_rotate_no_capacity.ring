# WRONG: no credit before a slot is filled again. A chip that is ahead overwrites the slot that its right neighbour
# still reads.
# expect: race at n >= 2
kernel all_reduce_rotate_no_capacity(n)
contract all_reduce(x -> out, sum)
profile pallas-tpu

buffer x in
buffer out out
buffer hold[2]
buffer value
sem sent, arrived, copied

put x -> right.hold[0] send sent recv arrived
wait sent
wait arrived
for k in 0 .. n {
  let now = k % 2
  let next = 1 - now
  put hold[now] -> me.value recv copied
  put hold[now] -> right.hold[next] send sent recv arrived
  wait copied
  if k == 0 { copy value -> out } else { reduce value into out }
  wait sent
  wait arrived
}
