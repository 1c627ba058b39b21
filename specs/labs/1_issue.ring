# Lab 1, issue: every chip starts a transfer and returns at once. A put is only begun where it stands.
# expect: race
kernel issue(n)
requires n >= 2
contract all_gather(x -> out)
profile pallas-tpu

buffer x in
buffer out[n] out ring
sem sent, arrived

copy x -> out[me]
put out[me] -> right.out[me] send sent recv arrived
