# Chips exchange in pairs.
kernel pairs(n)
ensures out == x@(me % 2 == 0 ? me + 1 : me - 1)
profile pallas-tpu
requires n % 2 == 0

buffer x in
buffer out out
sem sent, arrived

let other = me % 2 == 0 ? me + 1 : me - 1
put x -> chip(other).out send sent recv arrived
wait sent
wait arrived
