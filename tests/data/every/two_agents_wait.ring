# Two agents wait for one unit each on one counter, and the second unit is raised only when the first agent has told
# that it goes on: it never does where the other agent takes the unit.
# expect: deadlock at n == 3
kernel two_agents_wait(n)
profile pallas-tpu

sem ready global
sem told

agent sender {
  signal right.ready
  wait told
  signal right.ready
}
agent first {
  wait ready
  signal left.told
}
agent second {
  wait ready
}
