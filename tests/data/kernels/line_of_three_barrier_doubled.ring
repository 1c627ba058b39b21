# A line of three chips and two calls, each with a barrier done twice on two semaphores: chip 1 can pass it only when
# chip 2 has finished the read that comes before its first call.
kernel line_of_three_barrier_doubled(n)
requires n == 3
ensures mail[k] == x[k]@(me - 1) for k in 0 .. 2 if me > 0
profile pallas-tpu

buffer x[2] in
buffer mail[2] inout
buffer summary
sem bar[2], sent, arrived

if me == n - 1 { compute summarise reads mail[0], mail[1] writes summary cost 4 }
for call in 0 .. 2 {
  for b in 0 .. 2 {
    if me > 0 { signal left.bar[b] }
    if me < n - 1 { signal right.bar[b] }
    if me > 0 and me < n - 1 { wait bar[b] 2 } else { wait bar[b] }
  }
  if me < n - 1 {
    put x[call] -> right.mail[call] send sent recv arrived
    wait sent
  }
  if me > 0 { wait arrived }
}
