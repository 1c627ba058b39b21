# Output memory of a launch starts with nothing too.
# expect: uninitialised
kernel output_anew(n)
requires n >= 1
profile default, exit any

buffer x in
buffer out[2] out

copy out[0] -> out[1]
copy x -> out[0]
