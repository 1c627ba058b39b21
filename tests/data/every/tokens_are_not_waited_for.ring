# Chip 0 writes to everybody when tokens have gone round the ring; chip 8 and those beyond get none and wait for none.
# expect: race at n == 9
kernel tokens_are_not_waited_for(n)
profile pallas-tpu

buffer x in
buffer got
sem token[n]
sem sent, arrived

copy x -> got
for s in 0 .. n - 1 {
  if right - 3 - 3 < 2 { signal right.token[s] }
  if me - 3 - 3 < 2 { wait token[s] }
}
if me == 0 {
  for c in 1 .. n {
    put x -> chip(c).got send sent recv arrived
    wait sent
  }
} else {
  wait arrived
}
