kernel k(n)
buffer x in, o out
copy x -> right.o
