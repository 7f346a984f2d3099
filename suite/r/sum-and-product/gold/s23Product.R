

product <- 1


for (word in unlist(strsplit(trimws(readLines("stdin")), "[ \t]+"))) {
  if (word == "end") {
    break
  }
  number <- as.numeric(word)
  if (is.na(number)) {

    next
  }

  if (number == 0) {
    next
  }
  product <- product * number

}

product
