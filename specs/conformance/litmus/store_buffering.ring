# Each chip puts to the other and then looks at its own slot. Both may see the old value.
# expect: race
kernel store_buffering(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem landed

put x -> right.y recv landed
copy y -> out
wait landed
