# FAULT crossed agents: two agents of a chip wait for each other.
# expect: deadlock
kernel agents_cross(n)
requires n >= 1
profile default

sem a, b

agent one {
  wait a
  signal me.b
}
agent two {
  wait b
  signal me.a
}
