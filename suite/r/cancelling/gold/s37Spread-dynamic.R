
left <- 0
right <- 1

for (move in unlist(strsplit(trimws(readLines("stdin")), "[ \t]+"))) {
  switch(move,















    left = {
      left <- left + 1
    }







  )
}

spread <- left - right

spread
