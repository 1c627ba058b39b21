kernel k(n)
buffer x[1000000000] in
