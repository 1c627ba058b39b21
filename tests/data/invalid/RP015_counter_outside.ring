kernel k(n)
sem s[2]
wait s[2]
