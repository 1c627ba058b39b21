# WRONG: two slots and no credit. A chip that multiplies faster writes the next chunk over the one that its right
# neighbour still reads.
# expect: race at n >= 3
kernel all_gather_matmul_no_handshake(n)
ensures out[j] == matmul(x[0]@j, weights[0]@me) for j in 0 .. n
profile pallas-tpu

buffer x in
buffer weights in
buffer out[n] out ring
buffer chunk[2]
sem sent, arrived

copy x -> chunk[0]
for s in 0 .. n {
  let now = s % 2
  let last = s == n - 1
  if not last { put chunk[now] -> right.chunk[1 - now] send sent recv arrived }
  compute matmul reads chunk[now], weights writes out[me - s] cost 4
  if not last {
    wait sent
    wait arrived
  }
}
