kernel k(n)
buffer x[n] in
buffer o out
copy x[1 / (n - n)] -> o
