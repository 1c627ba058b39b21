# Nothing is filled at the start of a launch, so the second one works on what the first has made.
# expect: wrong-result at n == 3 with launches 2
kernel launches_go_on_with_what_is_there(n)
ensures x == work(x)
profile equality

buffer x inout

compute work reads x writes x
