# Any of two units lets a chip go on, and the chip takes its own for the other one: from eight chips on more units are
# raised than waited for.
# expect: race at n == 8
kernel steals_a_unit_from_eight_on(n)
profile pallas-tpu, exit any

buffer x in
buffer got, seen
sem sent, arrived

for k in 0 .. max(1, n - 3 - 3) { put x -> right.got send sent recv arrived }
wait sent max(1, n - 3 - 3)
wait arrived
copy got -> seen
