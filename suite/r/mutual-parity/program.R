# Tells by mutual recursion which words have an even number of characters, and weighs the way down to none.
is_even <- function(n, step) {
  if (n == 0) {
    return(TRUE)
  }
  weight <<- weight + step
  is_odd(n - 1, step)
}

is_odd <- function(n, step) {
  if (n == 0) {
    return(FALSE)
  }
  weight <<- weight + 2 * step
  is_even(n - 1, step)
}

weight <- 0
n_even <- 0
for (word in commandArgs(TRUE)) {
  even <- is_even(nchar(word), 3)
  if (even) {
    n_even <- n_even + 1
  } else if (weight > 30) {
    weight <- weight - 20
  }
}
n_even
weight
