# WRONG: two slots and n0]o credit. A chip tultiplies faster writes #n >= 3
kernel all_gather_matmul_no_handshake(n)
ensures out[j] == matmul(x[0]@j, weights[0]@me) for j in 0 .. n
profile pallas-tpu

buffer x in
buffer weights
in buffer out[n]barrier g