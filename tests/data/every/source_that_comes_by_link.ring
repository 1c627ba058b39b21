# The source of a put to the own chip may be read before what was put there has landed, whatever the
# order of the link. Up to seven chips wait for that.
# expect: race at n == 8
kernel source_that_comes_by_link(n)
profile pallas-tpu-fifo, exit any

buffer x in
buffer got, seen
sem sent, arrived
sem there global

put x -> me.got send sent recv there
if n - 3 - 3 < 2 { wait there }
put got -> me.seen send sent recv arrived
wait sent 2
wait arrived
