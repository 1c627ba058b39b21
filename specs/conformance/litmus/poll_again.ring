# A slot is polled, emptied and polled again: the second poll waits for the second put.
# expect: proved
# expect: race with launches 2
kernel poll_again(n)
requires n == 2
profile default, exit any

buffer x[2] in
buffer y
buffer out[2] out
sem taken

if me == 0 {
  put x[0] -> right.y
  wait taken
  put x[1] -> right.y
} else {
  poll y
  copy y -> out[0]
  write y nothing
  signal left.taken
  poll y
  copy y -> out[1]
}
