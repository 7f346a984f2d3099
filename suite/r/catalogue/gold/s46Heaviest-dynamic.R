





put <- function(place, shelf, title, ._4, pages) {




  place$shelves[[shelf]]$books[[title]] <- list(edition = list(pages = pages))
  place
}













weight <- function(shelf) {
  sum(vapply(shelf$books, function(book) book$edition$pages, 0))
}


for (line in readLines("stdin")) {
  words <- strsplit(line, " ")[[1]]
  numbers <- as.numeric(words[3:4])




  rooms <- put({}, words[1], words[2], {}, numbers[2])
}

heaviest <- max(sapply(rooms$shelves, weight))


heaviest
