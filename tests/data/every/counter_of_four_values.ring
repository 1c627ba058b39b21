# Five units are raised on a counter that has four values.
# expect: counter-range at n == 3
kernel counter_of_four_values(n)
profile pallas-tpu, counter_values 4

sem ready

signal right.ready add 5
wait ready 2
wait ready 3
