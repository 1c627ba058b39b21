# A chip leaves before what it has sent has landed.
# expect: dirty-exit at n == 3
kernel not_drained(n)
profile openshmem, exit drained

buffer x in
buffer got
sem sent, arrived

put x -> right.got send sent recv arrived
wait sent
wait arrived
