# Scratch memory of a launch starts with nothing, whatever the one before has left there.
# expect: uninitialised
kernel scratch_anew(n)
requires n >= 1
profile default, exit any

buffer x in
buffer kept
buffer out out

copy kept -> out
copy x -> kept
