kernel k(n)
sem s
signal me.s add 0
