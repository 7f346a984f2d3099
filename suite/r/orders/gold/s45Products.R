
parse <- function(word) {
  fields <- strsplit(word, ":")[[1]]
  list(
    product = fields[1],
    quantity = as.integer(fields[2])

  )
}




















orders <- lapply(readLines("stdin"), parse)







large <- Filter(function(order) order$quantity >= 10, orders)
products <- sapply(large, function(order) toupper(order$product))





cat({}, products, {})
