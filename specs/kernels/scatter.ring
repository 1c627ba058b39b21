# Scatter from chip 0: the root writes each chip's block straight to it. Every chip waits for its own block; the root
# waits until all its sources have been read.
kernel scatter(n)
contract scatter(x -> out, root = 0)
profile pallas-tpu

buffer x[n] in
buffer out out
sem sent, arrived

if me == 0 {
  for c in 1 .. n { put x[c] -> chip(c).out send sent recv arrived }
  copy x[0] -> out
  for c in 1 .. n { wait sent }
} else {
  wait arrived
}
