
library_of <- function(names) {
  
  list(shelves = setNames(rep(list({}), length(names)), names))
}

put <- function(place, shelf, title, ._4, pages) {
  
  


  place$shelves[[shelf]]$books[[title]] <- list(edition = list(pages = pages))
  place
}













weight <- function(shelf) {
  sum(vapply(shelf$books, function(book) book$edition$pages, 0))
}

rooms <- library_of(c("red", "blue"))
for (line in readLines("stdin")) {
  words <- strsplit(line, " ")[[1]]
  numbers <- as.numeric(words[3:4])
  
  if (!(words[1] %in% names(rooms$shelves)) || anyNA(numbers)) {
    next
  }
  rooms <- put(rooms, words[1], words[2], {}, numbers[2])
}

heaviest <- max(sapply(rooms$shelves, weight))


heaviest


