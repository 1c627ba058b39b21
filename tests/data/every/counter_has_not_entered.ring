# A signal goes to a chip that may not have entered.
# expect: not-entered at n == 3
kernel counter_has_not_entered(n)
profile pallas-tpu, entry none

sem ready

signal right.ready
wait ready
