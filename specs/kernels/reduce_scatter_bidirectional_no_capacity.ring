# reduce_scatter_bidirectional.ring without its credits, and still right: a chip goes on only when the other
# direction's half has landed on it, and that tells it that its neighbour has emptied the slot. The model example of
# waits that look necessary and are not.
kernel reduce_scatter_bidirectional_no_capacity(n)
contract reduce_scatter(x -> out, sum)
profile pallas-tpu

buffer x[2 * n] in ring         # chunk j, for chip j, is x[2 * j] and x[2 * j + 1]
buffer out[2] out
buffer going_left[2], going_right[2]
sem sent_left, sent_right, from_left, from_right

for k in 0 .. n {
  let now = k % 2
  let next = 1 - now
  if k == 0 {
    put x[2 * me] -> left.going_left[now] send sent_left recv from_right
    wait sent_left
    wait from_right
    put x[2 * me + 1] -> right.going_right[now] send sent_right recv from_left
  } else {
    put going_right[next] -> right.going_right[now] send sent_right recv from_left
  }
  if k < n - 1 { reduce x[2 * (me + k + 1)] into going_left[now] }
  wait sent_right
  wait from_left

  put going_left[now] -> left.going_left[next] send sent_left recv from_right
  if k < n - 1 { reduce x[2 * (me - k - 1) + 1] into going_right[now] } else { copy going_left[now] -> out[0] }
  wait sent_left
  wait from_right
}
copy going_right[(n - 1) % 2] -> out[1]
