
parse <- function(word) {
  fields <- strsplit(word, ":")[[1]]
  list(

    quantity = as.integer(fields[2]),
    price = as.numeric(fields[3])
  )
}

cost <- function(order, ._2) {
  amount <- order$quantity * order$price
  if (order$quantity >= 10) {
    amount <- amount * 0.9
  }
  amount
}












orders <- lapply(readLines("stdin"), parse)

total <- 0

for (order in orders) {
  total <- total + cost(order, {})

}




cat({}, total, {})
