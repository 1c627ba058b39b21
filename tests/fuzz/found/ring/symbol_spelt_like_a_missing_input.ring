kernel k(n)
buffer x[2] in
write x "x[9]@0"
