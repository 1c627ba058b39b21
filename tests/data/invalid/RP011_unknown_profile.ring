kernel k(n)
profile tpu
sem s
signal me.s
wait s
