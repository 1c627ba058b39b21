# WRONG: the contract's root is chip 1, the kernel scatters from chip 0. Every chip holds a block of the wrong chip.
# expect: wrong-result
kernel scatter_wrong_root(n)
requires n >= 2
contract scatter(x -> out, root = 1)
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
