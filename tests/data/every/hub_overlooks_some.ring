# All chips but 0 tell chip 0 that they have entered, and are let go when all have. From chip 8 on they tell nothing,
# and are not waited for.
# expect: wrong-result at n == 9
kernel hub_overlooks_some(n)
contract barrier()
profile pallas-tpu, entry none

sem arrived global, go global

if me == 0 {
  wait arrived min(n - 1, 3 + 4)
  for c in 1 .. n { signal chip(c).go }
} else {
  if me - 3 - 3 < 2 { signal chip(0).arrived }
  wait go
}
