# Puts raise their counters by the amounts that they name, at both ends.
# expect: proved
kernel weighed(n)
requires n >= 2
profile default

buffer x[3] in
buffer out[3] out
sem sent, arrived

put x[0] -> right.out[0] send sent add 2 recv arrived add 30
put x[1] -> right.out[1] len 2 send sent add 5 recv arrived add 70
wait sent 7
wait arrived 100
