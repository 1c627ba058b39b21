# A quiet waits for signals: what is set behind it stays.
# expect: proved
kernel quiet_and_signal(n)
requires n <= 2
profile default, exit any

sem flag global

signal me.flag add 2
quiet until landed
set flag 5
