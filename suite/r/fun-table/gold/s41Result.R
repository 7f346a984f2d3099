

operations <- list(
  "+" = function(a, b) a + b,
  "-" = function(a, b) a - b,
  "<" = function(a, b) if (a < b) a else b
)

counted <- function(f) {
  
  list(
    run = function(...) {
      
      f(...)
    }

  )
}

choose_by <- function(key, other = function(a, ._2) a) {
  f <- operations[[key]]
  if (is.null(f)) other else f
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



result


