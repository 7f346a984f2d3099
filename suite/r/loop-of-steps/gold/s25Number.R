
add <- function(a, b) {
  a + b
}

increment <- function(z) {
  add(z, 1)
}

step <- function(x, y) {

  y <- increment(y)
  c(x, y)
}

words <- length(unlist(strsplit(trimws(readLines("stdin")), "[ \t]+")))
total <- 0
number <- 1
while (number <= words) {
  both <- step(total, number)

  number <- both[2]
}

number
