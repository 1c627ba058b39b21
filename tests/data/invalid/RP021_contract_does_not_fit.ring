kernel k(n)
contract all_gather(x -> o)
buffer x in
buffer o[3 * n] out
