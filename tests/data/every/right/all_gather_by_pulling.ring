# All-gather by reading from each chip in turn, which must not leave before it was told that it has been read.
kernel all_gather_by_pulling(n)
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n] out
sem got, done

copy x -> out[me]
for d in 1 .. n {
  let c = (me + d) % n
  get chip(c).x -> out[c] done got
  wait got
  signal chip(c).done
}
wait done n - 1
