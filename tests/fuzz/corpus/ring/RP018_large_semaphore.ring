kernel k(n)
sem s[1000000000]
