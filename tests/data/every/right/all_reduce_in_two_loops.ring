# All-reduce as it stands in textbooks: one time round the ring sums, another one gathers. That a chunk is not overwritten
# while it is still sent is known by way of all chips.
kernel all_reduce_in_two_loops(n)
contract all_reduce(x, sum)
profile pallas-tpu

buffer x[n] inout ring
buffer received[n] ring
sem sent, summed[n], gathered[n]

for s in 0 .. n - 1 {
  put x[me - s] -> right.received[me - s] send sent recv summed[s]
  wait sent
  wait summed[s]
  reduce received[me - s - 1] into x[me - s - 1]
}
for s in 0 .. n - 1 {
  put x[me + 1 - s] -> right.x[me + 1 - s] send sent recv gathered[s]
  wait sent
  wait gathered[s]
}
