# A token goes once round the ring: chip 0 sends it off and gets it back.
kernel token(n)
profile pallas-tpu

sem token

if me == 0 {
  signal right.token
  wait token
} else {
  wait token
  signal right.token
}
