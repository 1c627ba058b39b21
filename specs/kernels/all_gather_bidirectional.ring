# All-gather in both directions at once: lower halves travel left, upper halves travel right. Each half has its own
# slot; an `arrived` for each step and direction protects the half that is forwarded next.
kernel all_gather_bidirectional(n)
contract all_gather(x -> out)
profile pallas-tpu

buffer x[2] in                # lower and upper half of the own chunk
buffer out[2 * n] out ring    # chunk c is out[2 * c] and out[2 * c + 1]
sem sent, from_left[n], from_right[n]

copy x -> out[2 * me] len 2
for s in 0 .. n - 1 {
  let lower = 2 * (me + s)
  let upper = 2 * (me - s) + 1
  put out[upper] -> right.out[upper] send sent recv from_left[s]
  put out[lower] -> left.out[lower] send sent recv from_right[s]
  wait sent 2
  wait from_left[s]
  wait from_right[s]
}
