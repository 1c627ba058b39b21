kernel k(n)
buffer x[n] in
buffer o out
copy x[n] -> o
