
total <- 0



for (word in unlist(strsplit(trimws(readLines("stdin")), "[ \t]+"))) {
  if (word == "end") {
    break
  }
  number <- as.numeric(word)
  if (is.na(number)) {

    next
  }
  total <- total + number





}
total
