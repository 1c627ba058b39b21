# WRONG: nothing makes sure that the right chip has entered before it is written to.
# expect: not-entered at n >= 2
kernel permute_no_entry_handshake(n)
contract permute(x -> out, distance = 1)
profile pallas-tpu, entry none

buffer x in
buffer out out
sem sent, arrived

put x -> right.out send sent recv arrived
wait sent
wait arrived
