# From eight chips on something else is written before the slot is read.
# expect: wrong-result at n == 8
kernel written_again_from_eight_on(n)
ensures out == x
profile pallas-tpu

buffer x in, y in
buffer kept
buffer out out

copy x -> kept
for k in 0 .. 3 {
  if k == (n - 3 - 3 < 2 ? 2 : 1) { copy y -> kept }
  if k == 1 { copy kept -> out }
}
