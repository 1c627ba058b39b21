# WRONG: every chip waits for its neighbours before it tells them that it is here.
# expect: deadlock
kernel wait_before_signal(n)
contract barrier(distance = 1)
profile pallas-tpu, entry none

sem from_left global, from_right global

wait from_left
wait from_right
signal left.from_right
signal right.from_left
