# A get that has been waited for, and then a put to the same slot: the get has fetched the old value.
# expect: proved
# expect: race with launches 2
kernel get_waited_then_put(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem fetched, landed

if me == 0 {
  get right.y -> out done fetched
  wait fetched
  put x -> right.y recv landed
} else {
  wait landed
}
