# Chip 0 writes to everybody when tokens have gone round the ring; from eight chips on they stop one chip too early.
# expect: race at n == 8
kernel tokens_stop_too_early(n)
profile pallas-tpu

buffer x in
buffer got
sem token[n]
sem sent, arrived

copy x -> got
for s in 0 .. (n - 3 - 3 < 2 ? n - 1 : n - 2) {
  signal right.token[s]
  wait token[s]
}
if me == 0 {
  for c in 1 .. n {
    put x -> chip(c).got send sent recv arrived
    wait sent
  }
} else {
  wait arrived
}
