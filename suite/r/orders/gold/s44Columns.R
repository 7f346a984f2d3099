
parse <- function(word) {
  fields <- strsplit(word, ":")[[1]]
  list(

    quantity = as.integer(fields[2])

  )
}









digits <- function(number) {
  if (number < 10) {
    return(1)
  }
  1 + digits(number %/% 10)
}





orders <- lapply(readLines("stdin"), parse)


pieces <- 0
for (order in orders) {

  pieces <- pieces + order$quantity
}


columns <- digits(pieces)



cat(strrep({}, {} + columns), {})
