# All chips read each other's input and tell when they have; from eight chips on each overwrites its own before all have
# told.
# expect: race at n == 8
kernel written_before_others_have_read(n)
profile pallas-tpu

buffer x inout, y in
buffer got[n]
sem here, done

for d in 1 .. n {
  get chip(me + d).x -> got[(me + d) % n] done here
  wait here
  signal chip(me + d).done
}
for k in 0 .. 3 {
  if k == 1 { wait done n - 1 }
  if k == (n - 3 - 3 < 2 ? 2 : 0) { copy y -> x }
}
