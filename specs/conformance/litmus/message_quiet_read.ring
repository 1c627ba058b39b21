# A quiet until the source was read does not wait for the data to land: the old value may be seen.
# expect: race
kernel message_quiet_read(n)
requires n == 2
profile default, exit any

buffer x in
buffer y inout
buffer out out
sem flag, landed

if me == 0 {
  put x -> right.y recv landed
  quiet until read
  signal right.flag
} else {
  wait flag
  copy y -> out
  wait landed
}
