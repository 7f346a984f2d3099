





















total <- 0
seen <- 0
for (word in commandArgs(TRUE)) {
  reading <- as.numeric(word)
  if (is.na(reading)) {
    next
  }
  
  
  


  total <- total + reading
  seen <- seen + 1
}
average <- 0
if (seen > 0) {
  average <- total / seen
}


average
