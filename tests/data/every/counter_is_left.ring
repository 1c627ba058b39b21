# Nobody waits for a signal.
# expect: not-entered at n == 3
kernel counter_is_left(n)
profile pallas-tpu, exit any

sem ready

signal right.ready
