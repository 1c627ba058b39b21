kernel k(n)
buffer x in, x
