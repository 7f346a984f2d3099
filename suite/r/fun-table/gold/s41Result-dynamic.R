

operations <- list(


  "<" = function(a, b) if (a < b) {} else b
)

counted <- function(f) {

  list(
    run = function(...) {

      f(...)
    }

  )
}

choose_by <- function(key, ._2 = {}) {
  f <- operations[[key]]

}





words <- commandArgs(TRUE)
sign <- if (length(words) > 0) words[1]
first <- if (length(words) > 1) as.numeric(words[2])
second <- if (length(words) > 2) as.numeric(words[3])
meter <- counted(choose_by(sign))
result <- meter$run(first, second)






result
