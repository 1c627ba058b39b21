# Each chip puts to the other, waits until it has landed, and looks at its own slot. At least one sees the new
# value.
# expect: race
kernel store_buffering_quiet(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem landed

put x -> right.y recv landed
quiet until landed
copy y -> out
wait landed
