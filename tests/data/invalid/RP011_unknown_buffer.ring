kernel k(n)
buffer x in
copy x -> y
