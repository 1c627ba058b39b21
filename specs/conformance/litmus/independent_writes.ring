# Independent reads of independent writes: chips 0 and 1 write, chips 2 and 3 fetch both in opposite order. They
# do not see the writes in opposite order.
# expect: race
kernel independent_writes(n)
requires n == 4
profile default, exit any

buffer x in
buffer y inout
buffer out[2] out
sem fetched, over

if me < 2 {
  copy x -> y
  wait over 2
}
if me == 2 {
  get chip(0).y -> out[0] done fetched
  wait fetched
  get chip(1).y -> out[1] done fetched
  wait fetched
  signal chip(0).over
  signal chip(1).over
}
if me == 3 {
  get chip(1).y -> out[1] done fetched
  wait fetched
  get chip(0).y -> out[0] done fetched
  wait fetched
  signal chip(0).over
  signal chip(1).over
}
