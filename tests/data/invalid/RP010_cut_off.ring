kernel k(n
