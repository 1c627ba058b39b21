# A token goes from chip 0 to the last one; from eight chips on chip 0 waits for it as well.
# expect: deadlock at n == 8
kernel ring_of_waits_from_eight_on(n)
profile pallas-tpu

sem token

if me > 0 or n - 3 - 3 >= 2 { wait token }
if right > 0 or n - 3 - 3 >= 2 { signal right.token }
