# All-reduce by rotation on two slots with a capacity semaphore, as published: its own barrier, done twice, and one
# transfer more than needed, whose value is one's own again.
kernel all_reduce_rotate_published(n)
contract all_reduce(x -> o, sum)
profile default, entry none

buffer x in
buffer o out
buffer h[2]
buffer v
sem bar[2] global
sem ss, rs, cap, local

for b in 0 .. 2 {
  signal left.bar[b]
  signal right.bar[b]
  wait bar[b] 2
}
put x -> right.h[0] send ss recv rs
wait ss
wait rs
for k in 0 .. n {
  let w = k % 2
  let r = 1 - w
  signal left.cap
  put h[w] -> me.v recv local
  wait cap
  put h[w] -> right.h[r] send ss recv rs
  wait local
  if k == 0 { copy v -> o } else { reduce v into o }
  wait ss
  wait rs
}
