kernel k(n)
sem s
buffer x in
copy s -> x
