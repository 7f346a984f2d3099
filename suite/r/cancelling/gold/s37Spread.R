
left <- 0
right <- 1

for (move in unlist(strsplit(trimws(readLines("stdin")), "[ \t]+"))) {
  switch(move,
    ">" = {
      left <- left - 1
      right <- right + 1
      
    },
    "<" = {
      left <- left + 1
      right <- right - 1
      
    },
    
    



    left = {
      left <- left + 1
    },
    change = {
      kept <- left
      left <- right
      right <- kept
      
      
    }
  )
}

spread <- left - right

spread

