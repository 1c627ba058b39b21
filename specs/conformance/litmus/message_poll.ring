# Data is its own flag: who polls a slot goes on when the data is there.
# expect: proved
# expect: race with launches 2
kernel message_poll(n)
requires n == 2
profile default, exit any

buffer x in
buffer y
buffer out out

if me == 0 {
  put x -> right.y
} else {
  poll y
  copy y -> out
}
