# From eight chips on a copy writes more slots than there are.
kernel run_behind_the_end(n)
profile pallas-tpu

buffer x[2] in
buffer kept[2]

copy x[0] -> kept[n - 3 - 3 < 2 ? 0 : 1] len 2
