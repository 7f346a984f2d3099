# Usage: program [FIRST [SECOND]]
# Puts two numbers into ascending order.
swap <- function(both) {
  kept <- both$low
  both$low <- both$high
  both$high <- kept
}

numbers <- as.numeric(commandArgs(TRUE))
pair <- new.env()
pair$low <- 0
pair$high <- 0
if (length(numbers) > 0) {
  pair$low <- numbers[1]
}
if (length(numbers) > 1) {
  pair$high <- numbers[2]
}
if (pair$low > pair$high) {
  swap(pair)
}
smaller <- pair$low
larger <- pair$high
smaller
larger
