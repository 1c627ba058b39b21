# Bidirectional reduce-scatter on two slots a direction with capacity semaphores, as published: its own barrier, done
# twice, before the first transfer.
kernel reduce_scatter_bidirectional_published(n)
contract reduce_scatter(x -> o, sum)
profile default, entry none

buffer x[2 * n] in ring         # input j is x[2 * j] and x[2 * j + 1]
buffer o[2] out
buffer hl[2], hr[2], v
sem bar[2] global
sem ls, lr, rs, rr, lc, rc

for k in 0 .. n {
  let w = k % 2
  let r = 1 - w
  if k == 0 {
    for b in 0 .. 2 {
      signal left.bar[b]
      signal right.bar[b]
      wait bar[b] 2
    }
    put x[2 * me] -> left.hl[w] send ls recv lr
    wait ls
    wait lr
    put x[2 * me + 1] -> right.hr[w] send rs recv rr
    signal left.rc
    signal right.lc
  } else {
    wait rc
    put hr[r] -> right.hr[w] send rs recv rr
  }
  copy hl[w] -> v
  if k < n - 1 {
    reduce x[2 * (me + k + 1)] into v
    copy v -> hl[w]
  }
  wait rs
  wait rr
  if k > 0 { signal left.rc }
  if k == n - 1 {
    copy v -> o[0]
    wait rc
  }

  wait lc
  put hl[w] -> left.hl[r] send ls recv lr
  copy hr[w] -> v
  if k < n - 1 {
    reduce x[2 * (me - k - 1) + 1] into v
    copy v -> hr[w]
  }
  wait ls
  wait lr
  signal right.lc
  if k == n - 1 {
    copy v -> o[1]
    wait lc
  }
}
