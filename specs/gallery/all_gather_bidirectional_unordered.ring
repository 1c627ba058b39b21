# WRONG: leans on links that keep order. With one receive semaphore a direction, the unit of a later half passes for
# that of an earlier one, which is forwarded before it has arrived.
# expect: race at n >= 3
# expect: proved at n >= 3 with profile pallas-tpu-fifo
kernel all_gather_bidirectional_unordered(n)
contract all_gather(x -> out)
profile pallas-tpu

buffer x[2] in
buffer out[2 * n] out ring
sem sent_right, sent_left, from_left, from_right

copy x -> out[2 * me] len 2
for s in 0 .. n - 1 {
  let lower = 2 * (me + s)
  let upper = 2 * (me - s) + 1
  if s > 0 { wait sent_right; wait from_left }
  put out[upper] -> right.out[upper] send sent_right recv from_left
  if s > 0 { wait sent_left; wait from_right }
  put out[lower] -> left.out[lower] send sent_left recv from_right
}
if n > 1 {
  wait sent_right
  wait from_left
  wait sent_left
  wait from_right
}
