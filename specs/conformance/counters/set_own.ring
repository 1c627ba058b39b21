# A set assigns, it does not add.
# expect: proved
kernel set_own(n)
requires n >= 1
profile default

sem flag

set flag 5
set flag 3
wait flag 3
