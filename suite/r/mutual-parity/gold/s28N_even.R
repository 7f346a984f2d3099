
is_even <- function(n, ._2) {
  if (n == 0) {
    return(TRUE)
  }
  
  is_odd(n - 1, {})
}

is_odd <- function(n, ._2) {
  if (n == 0) {
    return(FALSE)
  }
  
  is_even(n - 1, {})
}


n_even <- 0
for (word in commandArgs(TRUE)) {
  even <- is_even(nchar(word), {})
  if (even) {
    n_even <- n_even + 1
  } 


}
n_even

