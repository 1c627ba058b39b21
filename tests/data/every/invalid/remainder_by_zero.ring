# Nothing but a remainder by zero is wrong with nine chips.
kernel remainder_by_zero(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu

buffer x in
buffer out out
sem sent, arrived

let d = 9 - n
let z = n > 9 or me % d == 0
put x -> right.out send sent recv arrived
wait sent
wait arrived
