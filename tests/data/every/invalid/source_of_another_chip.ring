# From eight chips on the source of a put is another chip.
kernel source_of_another_chip(n)
profile pallas-tpu

buffer x in
buffer got
sem sent, arrived

put chip(me + (n - 3 - 3 < 2 ? 0 : 1)).x -> right.got send sent recv arrived
wait sent
wait arrived
