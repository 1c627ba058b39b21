# Lab 5, credit: a semaphore is raised again only after its chip has said that it has taken the last unit.
kernel credit(n)
requires n >= 2
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n] out ring
sem sent, arrived[2], ready

copy x -> out[me]
for s in 0 .. n - 1 {
  let c = me - s
  if s >= 2 { wait ready }
  put out[c] -> right.out[c] send sent recv arrived[s % 2]
  wait sent
  wait arrived[s % 2]
  if s + 2 < n - 1 { signal left.ready }
}
