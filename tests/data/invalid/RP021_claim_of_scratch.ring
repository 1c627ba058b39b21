# A put whose landing nobody waits for, and a claim about where it lands: nothing reads t when the launch ends, so its
# value then is not fixed. Engines that judge what is read had called this proved.
kernel k(n)
ensures t == x@left
profile openshmem
buffer x in
buffer t
sem s
put x -> right.t send s
wait s
