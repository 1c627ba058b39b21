# Reduce-scatter in both directions: lower halves of chunks rotate left, upper halves right, in two slots each, while
# every chip adds its part. A landing is awaited at the end of the other direction's phase, so that it hides behind
# that work; `room_left` and `room_right` are credits: that neighbour has emptied the slot which the next put fills.
kernel reduce_scatter_bidirectional(n)
contract reduce_scatter(x -> out, sum)
profile pallas-tpu

buffer x[2 * n] in ring         # chunk j, for chip j, is x[2 * j] and x[2 * j + 1]
buffer out[2] out
buffer going_left[2], going_right[2]
sem sent_left, sent_right, from_left, from_right, room_left, room_right

for k in 0 .. n {
  let now = k % 2
  let next = 1 - now
  if k == 0 {
    put x[2 * me] -> left.going_left[now] send sent_left recv from_right
    wait sent_left
    wait from_right
    put x[2 * me + 1] -> right.going_right[now] send sent_right recv from_left
    signal left.room_right
    signal right.room_left
  } else {
    wait room_right
    put going_right[next] -> right.going_right[now] send sent_right recv from_left
  }
  if k < n - 1 { reduce x[2 * (me + k + 1)] into going_left[now] }
  wait sent_right
  wait from_left
  if k > 0 { signal left.room_right }

  wait room_left
  put going_left[now] -> left.going_left[next] send sent_left recv from_right
  if k < n - 1 { reduce x[2 * (me - k - 1) + 1] into going_right[now] } else { copy going_left[now] -> out[0] }
  wait sent_left
  wait from_right
  signal right.room_left
}
copy going_right[(n - 1) % 2] -> out[1]
wait room_right
wait room_left
