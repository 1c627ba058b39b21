# WRONG: a line of three chips, two calls, one barrier semaphore. Chip 0 enters its second call and is counted for
# chip 2, which is still reading its mailbox before its first call when chip 1 writes to it.
# expect: race
kernel line_of_three_barrier_reused(n)
requires n == 3
ensures mail[k] == x[k]@(me - 1) for k in 0 .. 2 if me > 0
profile pallas-tpu

buffer x[2] in
buffer mail[2] inout
buffer summary
sem bar, sent, arrived

if me == n - 1 { compute summarise reads mail[0], mail[1] writes summary cost 4 }
for call in 0 .. 2 {
  if me > 0 { signal left.bar }
  if me < n - 1 { signal right.bar }
  if me > 0 and me < n - 1 { wait bar 2 } else { wait bar }
  if me < n - 1 {
    put x[call] -> right.mail[call] send sent recv arrived
    wait sent
  }
  if me > 0 { wait arrived }
}
