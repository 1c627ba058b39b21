# Right permute: everybody hands its value to the right neighbour. `sent` keeps the input from being rewritten before
# it was read, `arrived` the output from being read too early. That the right chip has entered is the profile's
# promise; permute_entry_handshake.ring does without it.
kernel permute(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu

buffer x in
buffer out out
sem sent, arrived

put x -> right.out send sent recv arrived
wait sent
wait arrived
