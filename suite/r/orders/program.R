# Adds up orders, one PRODUCT:QUANTITY:PRICE per line of the standard input.
parse <- function(word) {
  fields <- strsplit(word, ":")[[1]]
  list(
    product = fields[1],
    quantity = as.integer(fields[2]),
    price = as.numeric(fields[3])
  )
}

cost <- function(order, currency) {
  amount <- order$quantity * order$price
  if (order$quantity >= 10) {
    amount <- amount * 0.9
  }
  amount
}

digits <- function(number) {
  if (number < 10) {
    return(1)
  }
  1 + digits(number %/% 10)
}

banner <- function(order) {
  paste0("*** ", order$product, " ***")
}

orders <- lapply(readLines("stdin"), parse)

total <- 0
pieces <- 0
for (order in orders) {
  total <- total + cost(order, "EUR")
  pieces <- pieces + order$quantity
}
large <- Filter(function(order) order$quantity >= 10, orders)
products <- sapply(large, function(order) toupper(order$product))
columns <- digits(pieces)

cat("to pay:", total, "\n")
cat("pieces:", pieces, "\n")
cat(strrep("=", 8 + columns), "\n")
cat("large orders:", products, "\n")
