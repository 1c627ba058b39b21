# A barrier that is used twice holds twice: the data comes between the two.
# expect: proved
kernel barrier_twice(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out

if me == 0 {
  barrier meet
  put x -> right.y
  quiet until landed
  barrier meet
} else {
  barrier meet
  barrier meet
  copy y -> out
}
