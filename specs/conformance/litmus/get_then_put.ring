# A get and then a put to the same slot. Nothing orders them: the get may fetch what the put brought.
# expect: race
kernel get_then_put(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem fetched, landed, over

if me == 0 {
  get right.y -> out done fetched
  put x -> right.y recv landed
  wait fetched
  signal right.over
} else {
  wait landed
  wait over
}
