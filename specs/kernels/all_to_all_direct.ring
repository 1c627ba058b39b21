# All-to-all by direct puts: every chip writes each block straight to its place on the chip that it is for. All blocks
# land in slots of their own, in any order; the last wait counts every one of them.
kernel all_to_all_direct(n)
contract all_to_all(x -> out)
profile pallas-tpu

buffer x[n] in ring
buffer out[n] out
sem sent, arrived

copy x[me] -> out[me]
for s in 1 .. n {
  put x[me + s] -> chip(me + s).out[me] send sent recv arrived
}
for s in 1 .. n {
  wait sent
  wait arrived
}
