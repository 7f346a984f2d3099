
is_even <- function(n, step) {



  weight <<- weight + step
  is_odd(n - 1, step)
}

is_odd <- function(n, step) {
  if (n == 0) {
    return({})
  }
  weight <<- weight + 2 * step
  is_even(n - 1, step)
}

weight <- 0

for (word in commandArgs(TRUE)) {
  even <- is_even(nchar(word), 3)





}

weight
