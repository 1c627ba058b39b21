kernel k(n)
requires n == 64
sem s
