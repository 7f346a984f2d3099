



skipped <- 0
for (word in unlist(strsplit(trimws(readLines("stdin")), "[ \t]+"))) {
  if (word == "end") {
    break
  }
  number <- as.numeric(word)
  if (is.na(number)) {
    skipped <- skipped + 1

  }






}



skipped
