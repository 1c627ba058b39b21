# All-reduce in place in both directions at once, an agent for each: the lower half of every chunk travels right, the
# upper half left. The agents share no slot and no semaphore; each is all_reduce.ring in its own direction, with
# credits (`room_right`, `room_left`) for its two receive slots.
kernel all_reduce_bidirectional(n, slots = 2)
contract all_reduce(x, sum)
profile pallas-tpu

buffer x[2 * n] inout ring      # chunk c is x[2 * c] and x[2 * c + 1]
buffer from_left[slots], from_right[slots]
sem sent_right, sent_left, left_arrived[slots], right_arrived[slots], room_right, room_left

agent rightwards {
  for s in 0 .. 2 * (n - 1) {
    let slot = s % slots
    let c = s < n - 1 ? me - s : me - s + n
    if s >= slots { wait room_right }
    put x[2 * c] -> right.from_left[slot] send sent_right recv left_arrived[slot]
    wait sent_right
    wait left_arrived[slot]
    if s < n - 1 { reduce from_left[slot] into x[2 * (c - 1)] } else { copy from_left[slot] -> x[2 * (c - 1)] }
    if s + slots < 2 * (n - 1) { signal left.room_right }
  }
}

agent leftwards {
  for s in 0 .. 2 * (n - 1) {
    let slot = s % slots
    let c = s < n - 1 ? me + s : me + s - n
    if s >= slots { wait room_left }
    put x[2 * c + 1] -> left.from_right[slot] send sent_left recv right_arrived[slot]
    wait sent_left
    wait right_arrived[slot]
    if s < n - 1 { reduce from_right[slot] into x[2 * c + 3] } else { copy from_right[slot] -> x[2 * c + 3] }
    if s + slots < 2 * (n - 1) { signal right.room_left }
  }
}
