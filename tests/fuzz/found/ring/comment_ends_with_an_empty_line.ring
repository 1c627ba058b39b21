#a
#
kernel k(n)
