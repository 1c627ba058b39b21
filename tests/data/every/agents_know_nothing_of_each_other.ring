# One agent reads what the other one writes.
# expect: race at n == 3
kernel agents_know_nothing_of_each_other(n)
profile pallas-tpu

buffer x in
buffer kept, seen

agent writer {
  copy x -> kept
}
agent reader {
  copy x -> seen
  copy kept -> seen
}
