# Usage: program [KEY [A [B]]]
# Applies the operation with a key (+, -, <) to two numbers, and another one twice to the first.
operations <- list(
  "+" = function(a, b) a + b,
  "-" = function(a, b) a - b,
  "<" = function(a, b) if (a < b) a else b
)

counted <- function(f) {
  calls <- 0
  list(
    run = function(...) {
      calls <<- calls + 1
      f(...)
    },
    calls = function() calls
  )
}

choose_by <- function(key, other = function(a, b) a) {
  f <- operations[[key]]
  if (is.null(f)) other else f
}

twice <- function(f, x, y = x, unused = stop("never")) {
  f(f(x, y), y)
}

words <- commandArgs(TRUE)
sign <- if (length(words) > 0) words[1] else "+"
first <- if (length(words) > 1) as.numeric(words[2]) else 5
second <- if (length(words) > 2) as.numeric(words[3]) else 3
meter <- counted(choose_by(sign))
result <- meter$run(first, second)
if (result > 10) {
  result <- meter$run(result, first)
}
chosen <- operations[[if (second > first) "-" else "+"]]
repeated <- twice(chosen, first)
calls <- meter$calls()
result
repeated
calls
