# All-gather in both directions with one receive semaphore a direction: right only because this profile keeps each
# link in order. The k-th unit of `from_left` then means that the k-th half from the left has landed. Where DMAs may
# overtake each other it is wrong: see gallery/all_gather_bidirectional_unordered.ring.
kernel all_gather_bidirectional_fifo(n)
contract all_gather(x -> out)
profile pallas-tpu-fifo
# expect: race at n >= 3 with profile default
# expect: race at n >= 3 with profile pallas-tpu

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
