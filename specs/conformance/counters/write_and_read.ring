# Values that the program makes itself travel as data does, and are what a read expects.
# expect: proved
kernel write_and_read(n)
requires n >= 2
profile default

buffer mine[2]
buffer got[2]
buffer out out
sem sent, arrived

write mine[0] "a"
write mine[1] "b"
put mine[0] -> right.got[1] send sent recv arrived
put mine[1] -> right.got[0] send sent recv arrived
wait arrived 2
read got[0] expect "b"
read got[1] expect "a"
reduce got[0] into got[1]
copy got[1] -> out
wait sent 2
