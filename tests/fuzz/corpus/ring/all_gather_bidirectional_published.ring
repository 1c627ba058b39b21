# All-gather in both directions at once with one receive semaphore a direction, as published: its own barrier, done
# once, and links in order.
kernel all_gather_bidirectional_published(n)
contract all_gather(x -> o)
profile pallas-tpu-fifo, entry none

buffer x[2] in
buffer o[2 * n] out ring        # chunk c is o[2 * c] and o[2 * c + 1]
sem bar global
sem s0, r0, s1, r1

copy x -> o[2 * me] len 2
signal left.bar
signal right.bar
wait bar 2
for k in 0 .. n - 1 {
  if k > 0 { wait s1; wait r1 }
  put o[2 * (me - k) + 1] -> right.o[2 * (me - k) + 1] send s1 recv r1
  if k > 0 { wait s0; wait r0 }
  put o[2 * (me + k)] -> left.o[2 * (me + k)] send s0 recv r0
}
if n > 1 {
  wait s1
  wait r1
  wait s0
  wait r0
}
