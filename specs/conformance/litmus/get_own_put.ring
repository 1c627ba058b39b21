# A put and then a get of the same remote slot. Nothing orders them: the old value may be fetched.
# expect: race
kernel get_own_put(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem fetched, landed, over

if me == 0 {
  put x -> right.y recv landed
  get right.y -> out done fetched
  wait fetched
  signal right.over
} else {
  wait landed
  wait over
}
