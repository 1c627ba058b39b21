# Work that writes two slots makes two values, and only the first is the one that the promise means.
# expect: wrong-result at n == 3
kernel second_result_of_work(n)
ensures out == work(x[0]@me)
profile pallas-tpu

buffer x in
buffer first
buffer out out

compute work reads x writes first, out
