# All-gather: each chip sends to all others, chip by chip, when chip 0 has let it go.
kernel all_to_others(n)
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n] out
sem sent, arrived, go

if me == 0 {
  for e in 1 .. n { signal chip(e).go }
} else {
  wait go
}
copy x -> out[me]
for d in 0 .. n {
  if d != me { put x -> chip(d).out[me] send sent recv arrived }
}
wait sent n - 1
wait arrived n - 1
