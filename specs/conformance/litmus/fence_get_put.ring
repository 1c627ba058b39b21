# A get, a fence and a put to the same slot: the get fetches the old value.
# expect: proved
# expect: race with launches 2
kernel fence_get_put(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem fetched, landed

if me == 0 {
  get right.y -> out done fetched
  fence
  put x -> right.y recv landed
  wait fetched
} else {
  wait landed
}
