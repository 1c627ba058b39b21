# An agent sends and another receives, and lets the sender go on: loops of two agents run in step.
kernel sender_and_receiver(n)
contract all_gather(x -> out)
profile pallas-tpu
buffer x in
buffer out[n] out ring
sem sent, arrived[n], go
agent sender {
  copy x -> out[me]
  for s in 0 .. n - 1 {
    if s > 0 { wait go }
    put out[me - s] -> right.out[me - s] send sent recv arrived[s]
    wait sent
  }
}
agent receiver {
  for s in 0 .. n - 1 {
    wait arrived[s]
    if s < n - 2 { signal me.go }
  }
}
