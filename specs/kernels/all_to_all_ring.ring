# All-to-all on a ring whose chips reach only their right neighbour: a block for chip me + d is handed on d times. At
# step s the blocks with exactly one hop left land in `out`, the others in the bank that was free. `room` is a credit:
# the right chip has sent that bank on. `arrived[s]` counts every landing of step s before the next step reads them.
kernel all_to_all_ring(n)
contract all_to_all(x -> out)
profile pallas-tpu

buffer x[n] in ring
buffer out[n] out ring
buffer transit[2 * n]           # two banks; slot d of a bank: a block that began d hops from its chip
sem sent, arrived[n], room

copy x[me] -> out[me]
for d in 1 .. n { copy x[me + d] -> transit[n + d] }
for s in 0 .. n - 1 {
  let full = (s + 1) % 2 * n
  let free = s % 2 * n
  if s >= 1 and s < n - 2 { wait room }
  put transit[full + s + 1] -> right.out[me - s] send sent recv arrived[s]
  for d in s + 2 .. n { put transit[full + d] -> right.transit[free + d] send sent recv arrived[s] }
  for d in s + 1 .. n {
    wait sent
    wait arrived[s]
  }
  if s < n - 3 { signal left.room }
}
