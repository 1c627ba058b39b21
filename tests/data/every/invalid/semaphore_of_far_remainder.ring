# A size that is always 1, written as a remainder of four times its divisor: from nine chips on an index is outside.
kernel semaphore_of_far_remainder(n)
profile pallas-tpu

sem z[4 * n % n + 1]

signal me.z[n > 8 ? 1 : 0]
wait z[n > 8 ? 1 : 0]
