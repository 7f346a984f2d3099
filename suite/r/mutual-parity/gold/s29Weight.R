
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

for (word in commandArgs(TRUE)) {
  even <- is_even(nchar(word), 3)
  if (even) {

} else if (weight > 30) {
    weight <- weight - 20
  }
}

weight
