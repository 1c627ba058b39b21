# Two chips add into a third at the same time: no addition is lost.
# expect: proved
# expect: race with launches 2
kernel accumulate_both(n)
requires n == 3
profile default, exit any

buffer x in
buffer y inout
sem landed

if me > 0 { put x -> chip(0).y recv landed accumulate } else { wait landed 2 }
