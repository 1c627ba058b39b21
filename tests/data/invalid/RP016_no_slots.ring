kernel k(n)
buffer x[n - n] in
