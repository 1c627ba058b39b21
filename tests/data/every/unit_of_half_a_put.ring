# A put of two slots towards chip 8 and beyond raises two units, and may raise the first one
# before it has landed.
# expect: race at n == 9
kernel unit_of_half_a_put(n)
profile pallas-tpu

buffer x[2] in
buffer got[2], seen
sem sent, arrived

put x -> right.got len (right < 2 ? 1 : 2) send sent recv arrived add (right < 2 or right - 3 - 3 >= 2 ? 2 : 1)
wait sent
for k in 0 .. (me < 2 or me - 3 - 3 >= 2 ? 2 : 1) {
  wait arrived
  if k == 0 { copy got -> seen }
}
