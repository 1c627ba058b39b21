# Broadcast from chip 0 down the line 0, 1, .. n - 1, in chunks: a chip forwards one chunk while the next one arrives.
# The ends do not wrap: nobody writes to chip 0, and chip n - 1 writes to nobody. Each chunk has its own `arrived`.
kernel broadcast_pipelined(n, chunks = 4)
contract broadcast(x -> out, root = 0)
profile pallas-tpu

buffer x[chunks] in
buffer out[chunks] out
sem sent, arrived[chunks]

for k in 0 .. chunks {
  if me == 0 { copy x[k] -> out[k] } else { wait arrived[k] }
  if me < n - 1 { put out[k] -> right.out[k] send sent recv arrived[k] }
}
if me < n - 1 {
  for k in 0 .. chunks { wait sent }
}
