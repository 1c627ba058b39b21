# The last chip waits for all others, then lets them go. From eight chips on it is one of them as well, and waits for itself.
# expect: deadlock at n == 8
kernel both_sides_from_eight_on(n)
profile pallas-tpu

sem arrived, go

let others = n - 3 - 3 < 2 ? n - 1 : n
if right == 0 {
  wait arrived others
  for c in 0 .. others { signal chip(c).go }
}
if me < others {
  signal chip(n - 1).arrived
  wait go
}
