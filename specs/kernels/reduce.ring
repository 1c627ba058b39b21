# Reduce to chip 0 down the chain n - 1, .. 1, 0. Each chip puts its own value in front of what came from the right,
# so the operands stay in chip order and the reduction need not commute (`compose` does not). `arrived` protects the
# received partial result, `sent` the own one until it has been read.
kernel reduce_chain(n)
contract reduce(x -> out, compose, root = 0)
profile pallas-tpu

buffer x in
buffer out out
buffer received, partial
sem sent, arrived

if me == n - 1 {
  copy x -> partial
} else {
  wait arrived
  reduce x, received -> partial
}
if me == 0 {
  copy partial -> out
} else {
  put partial -> left.received send sent recv arrived
  wait sent
}
