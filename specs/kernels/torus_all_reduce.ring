# All-reduce on a torus of rows and columns: values rotate along each row and are added up, then the rows' sums along
# each column. Every step of a rotation has a slot and an `arrived` of its own, so no slot is used twice and no credit
# is needed. A row's sum enters the column only when the whole row has been added.
kernel torus_all_reduce(n, rows = 2)
torus(rows, n / rows)
requires n % rows == 0
contract all_reduce(x -> out, sum)
profile pallas-tpu

buffer x in
buffer out out
buffer along_row[n / rows], along_column[rows]
sem sent, row_arrived[n / rows], column_arrived[rows]

copy x -> along_row[0]
copy x -> along_column[0]
for s in 1 .. n / rows {
  put along_row[s - 1] -> chip(row, col + 1).along_row[s] send sent recv row_arrived[s]
  wait sent
  wait row_arrived[s]
  reduce along_row[s] into along_column[0]
}
copy along_column[0] -> out
for s in 1 .. rows {
  put along_column[s - 1] -> chip(row + 1, col).along_column[s] send sent recv column_arrived[s]
  wait sent
  wait column_arrived[s]
  reduce along_column[s] into out
}
