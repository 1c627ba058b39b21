# WRONG: each chip adds its value behind what came from the right, so the operands stand in reverse order, and
# `compose` does not commute.
# expect: wrong-result at n >= 2
kernel reduce_against_chip_order(n)
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
  reduce received, x -> partial
}
if me == 0 {
  copy partial -> out
} else {
  put partial -> left.received send sent recv arrived
  wait sent
}
