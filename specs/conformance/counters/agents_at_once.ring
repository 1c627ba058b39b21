# Agents of a chip run at once: the first waits for what the second does.
# expect: proved
kernel agents_at_once(n)
requires n >= 1
profile default

sem a, b

agent first {
  wait a
  signal me.b
}
agent second {
  signal me.a
  wait b
}
