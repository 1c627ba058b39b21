# A put into the own memory is asynchronous too: the old value may still be seen.
# expect: race
kernel own_put(n)
requires n <= 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem landed

put x -> me.y recv landed
copy y -> out
wait landed
