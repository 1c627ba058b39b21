kernel k(n)
sem s
for i in 0 .. 1000000000 { signal me.s }
