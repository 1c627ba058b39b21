# The second unit of `count` is raised by a chip that has got `ready`, which the left chip raises when it has taken its
# first unit: so the first is the first put's. But from chip 8 on another chip may have raised that `ready`.
# expect: race at n == 9
kernel leans_on_what_is_left_out(n)
profile pallas-tpu-fifo

buffer x in
buffer first, second, seen
sem sent, count, ready, told

put x -> right.first send sent recv count
wait count
copy first -> seen
put x -> right.second send sent recv ready
signal right.told
wait sent 2
if left != 2 { signal left.ready covers own }
if me < 2 {
  wait ready 2
  signal left.count
} else {
  if me >= 3 { if me - 3 - 3 < 2 { wait told } }
  wait ready
  signal left.count
  if me != 2 { wait ready }
}
if me < 3 or me - 3 - 3 >= 2 { wait told }
wait count
