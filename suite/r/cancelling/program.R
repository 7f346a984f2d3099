# Moves weights between the two pans of a scale: > and < move one, "both" and "left" bring some, "change" exchanges the pans.
left <- 0
right <- 1
turns <- 0
for (move in unlist(strsplit(trimws(readLines("stdin")), "[ \t]+"))) {
  switch(move,
    ">" = {
      left <- left - 1
      right <- right + 1
      turns <- turns + 1
    },
    "<" = {
      left <- left + 1
      right <- right - 1
      turns <- turns + 1
    },
    both = ,
    pair = {
      left <- left + 1
      right <- right + 1
    },
    left = {
      left <- left + 1
    },
    change = {
      kept <- left
      left <- right
      right <- kept
      turns <- turns + 2
      turns <- turns - 1
    }
  )
}
balance <- left + right
spread <- left - right
balance
spread
turns
