# All-gather and a matrix product, one after the other in each step: the multiplication waits for the transfer. As
# right as all_gather_matmul.ring and slower: `ringproof draw` shows the gaps.
kernel all_gather_matmul_naive(n)
ensures out[j] == matmul(x[0]@j, weights[0]@me) for j in 0 .. n
profile pallas-tpu

buffer x in
buffer weights in
buffer out[n] out ring
buffer chunk[n] ring
sem sent, arrived[n]

copy x -> chunk[me]
compute matmul reads chunk[me], weights writes out[me] cost 4
for s in 0 .. n - 1 {
  put chunk[me - s] -> right.chunk[me - s] send sent recv arrived[s]
  wait sent
  wait arrived[s]
  compute matmul reads chunk[me - s - 1], weights writes out[me - s - 1] cost 4
}
