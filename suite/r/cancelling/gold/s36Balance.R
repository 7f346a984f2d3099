
left <- 0
right <- 1

for (move in unlist(strsplit(trimws(readLines("stdin")), "[ \t]+"))) {
  switch(move,
    




    




    both = ,
    pair = {
      left <- left + 1
      right <- right + 1
    },
    left = {
      left <- left + 1
    }







  )
}
balance <- left + right

balance


