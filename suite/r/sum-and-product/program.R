# Adds and multiplies the numbers of a text, up to the word "end".
total <- 0
product <- 1
factors <- 0
skipped <- 0
for (word in unlist(strsplit(trimws(readLines("stdin")), "[ \t]+"))) {
  if (word == "end") {
    break
  }
  number <- as.numeric(word)
  if (is.na(number)) {
    skipped <- skipped + 1
    next
  }
  total <- total + number
  if (number == 0) {
    next
  }
  product <- product * number
  factors <- factors + 1
}
total
product
factors
skipped
