kernel k(n)
sem s
signal me.s add 9223372036854775807 * n * 4
wait s
