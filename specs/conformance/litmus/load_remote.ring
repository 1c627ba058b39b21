# A load over the link sees what a counter has announced.
# expect: proved
kernel load_remote(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem flag, over

if me == 0 {
  copy x -> y
  signal right.flag
  wait over
} else {
  wait flag
  copy left.y -> out
  signal left.over
}
