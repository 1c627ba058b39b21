# A put fills a slot while the one of the round before may still do.
# expect: race at n == 3
kernel two_puts_of_one_line(n)
profile pallas-tpu

buffer x in
buffer got
sem sent, arrived

for k in 0 .. 2 { put x -> right.got send sent recv arrived }
wait sent 2
wait arrived 2
