# From eight chips on a slot is read before it is written.
# expect: uninitialised at n == 8
kernel read_too_early_from_eight_on(n)
profile pallas-tpu

buffer x in
buffer kept, seen

for k in 0 .. 3 {
  if k == 1 { copy x -> kept }
  if k == (n - 3 - 3 < 2 ? 2 : 0) { copy kept -> seen }
}
