# Both chips write to both, in opposite order, each waiting for its first put: not both first puts can be the
# last.
# expect: race
kernel two_writers_quiet(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
sem landed

put x -> right.y recv landed
quiet until landed
put x -> me.y recv landed
wait landed 2
