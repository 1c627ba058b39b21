kernel k(n)
sem s
wait s at_least 1 take 2
