# WRONG: halves from the left and from the right raise one semaphore, and one wait for 1 is meant for the left one.
# The right one may have come first.
# expect: race at n >= 3
kernel two_receives_on_one_semaphore(n)
contract all_gather(x -> out)
profile pallas-tpu

buffer x[2] in
buffer out[2 * n] out ring
sem sent, arrived[n]

copy x -> out[2 * me] len 2
for s in 0 .. n - 1 {
  let lower = 2 * (me + s)
  let upper = 2 * (me - s) + 1
  if s > 0 { wait arrived[s - 1] }
  put out[upper] -> right.out[upper] send sent recv arrived[s]
  if s > 0 { wait arrived[s - 1] }
  put out[lower] -> left.out[lower] send sent recv arrived[s]
  wait sent 2
}
if n > 1 { wait arrived[n - 2] 2 }
