# Sums the numbers from 1 up to how many words there are, with one function for every addition.
add <- function(a, b) {
  a + b
}

increment <- function(z) {
  add(z, 1)
}

step <- function(x, y) {
  x <- add(x, y)
  y <- increment(y)
  c(x, y)
}

words <- length(unlist(strsplit(trimws(readLines("stdin")), "[ \t]+")))
total <- 0
number <- 1
while (number <= words) {
  both <- step(total, number)
  total <- both[1]
  number <- both[2]
}
total
number
