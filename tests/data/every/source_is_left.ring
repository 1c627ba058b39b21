# The source of a put is memory of the launch, and the launch may be over before it is read.
# expect: not-entered at n == 3
kernel source_is_left(n)
profile pallas-tpu

buffer x in
buffer kept, got
sem arrived

copy x -> kept
put kept -> right.got recv arrived
wait arrived
