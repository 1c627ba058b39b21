# FAULT crossed waits: each chip waits for the other's second message before it sends its own.
# expect: deadlock
kernel crossed(n)
requires n == 2
profile default

sem first, second

if me == 0 {
  wait second
  signal right.first
} else {
  wait first
  signal left.second
}
