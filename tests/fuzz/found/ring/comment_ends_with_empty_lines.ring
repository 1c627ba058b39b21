#a
#
#

# b
#  c
# expect: proved
kernel k(n)
