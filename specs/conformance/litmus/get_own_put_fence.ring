# A put, a fence and a get of the same remote slot: the get fetches what the put brought.
# expect: proved
kernel get_own_put_fence(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem fetched, landed, over

if me == 0 {
  put x -> right.y recv landed
  fence
  get right.y -> out done fetched
  wait fetched
  signal right.over
} else {
  wait landed
  wait over
}
