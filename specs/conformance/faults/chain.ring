# FAULT missing start: each chip passes a token on, and nobody makes one.
# expect: deadlock
kernel chain(n)
requires n >= 1
profile default

sem token

wait token
signal right.token
