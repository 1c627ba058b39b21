# Causality over three chips: chip 0 puts to chip 1, which tells chip 2, which fetches from chip 1: it sees the
# data.
# expect: proved
# expect: race with launches 2
kernel write_to_read(n)
requires n == 3
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem flag, fetched, over

if me == 0 { put x -> right.y recv flag }
if me == 1 {
  wait flag
  signal right.flag
  wait over
}
if me == 2 {
  wait flag
  get left.y -> out done fetched
  wait fetched
  signal left.over
}
