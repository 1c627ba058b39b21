# WRONG: the agents of both directions add into one sum. Nothing keeps one from writing between the other's read and
# write.
# expect: race at n >= 2
kernel two_agents_one_sum(n)
requires n % 2 == 1
contract all_reduce(x -> out, sum)
profile pallas-tpu

buffer x in
buffer out out
buffer from_left[n], from_right[n]
sem own_ready, sent_right, sent_left, left_arrived[n], right_arrived[n]

agent rightwards {
  copy x -> out
  signal me.own_ready
  copy x -> from_left[0]
  for s in 1 .. n / 2 + 1 {
    put from_left[s - 1] -> right.from_left[s] send sent_right recv left_arrived[s]
    wait sent_right
    wait left_arrived[s]
    reduce from_left[s] into out
  }
}

agent leftwards {
  wait own_ready
  copy x -> from_right[0]
  for s in 1 .. n / 2 + 1 {
    put from_right[s - 1] -> left.from_right[s] send sent_left recv right_arrived[s]
    wait sent_left
    wait right_arrived[s]
    reduce from_right[s] into out
  }
}
