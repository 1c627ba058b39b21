kernel k(n)
sem s
wiat s
