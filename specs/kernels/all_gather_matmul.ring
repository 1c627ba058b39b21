# All-gather fused with a matrix product: each chunk is multiplied while it travels on to the right chip. Two slots:
# `arrived` protects the chunk that is multiplied next; `room` is a credit, the right chip has multiplied and sent on
# what its other slot held.
kernel all_gather_matmul(n)
ensures out[j] == matmul(x[0]@j, weights[0]@me) for j in 0 .. n
profile pallas-tpu

buffer x in
buffer weights in
buffer out[n] out ring
buffer chunk[2]
sem sent, arrived, room

copy x -> chunk[0]
for s in 0 .. n {
  let now = s % 2
  let last = s == n - 1
  if not last {
    if s > 0 { wait room }
    put chunk[now] -> right.chunk[1 - now] send sent recv arrived
  }
  compute matmul reads chunk[now], weights writes out[me - s] cost 4
  if not last {
    wait sent
    wait arrived
    if s < n - 2 { signal left.room }
  }
}
