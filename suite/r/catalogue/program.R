# Puts books onto shelves, "SHELF TITLE YEAR PAGES" in each line, and tells about them.
library_of <- function(names) {
  shelf <- list(books = list(), used = 0)
  list(shelves = setNames(rep(list(shelf), length(names)), names), visits = 0)
}

put <- function(place, shelf, title, year, pages) {
  known <- place$shelves[[shelf]]$books[[title]]
  if (is.null(known)) {
    place$shelves[[shelf]]$used <- place$shelves[[shelf]]$used + 1
  }
  place$shelves[[shelf]]$books[[title]] <- list(edition = list(printed = list(year = year), pages = pages))
  place
}

newest <- function(place) {
  found <- 0
  for (shelf in place$shelves) {
    for (book in shelf$books) {
      if (book$edition$printed$year > found) {
        found <- book$edition$printed$year
      }
    }
  }
  found
}

weight <- function(shelf) {
  sum(vapply(shelf$books, function(book) book$edition$pages, 0))
}

rooms <- library_of(c("red", "blue"))
for (line in readLines("stdin")) {
  words <- strsplit(line, " ")[[1]]
  numbers <- as.numeric(words[3:4])
  rooms$visits <- rooms$visits + 1
  if (!(words[1] %in% names(rooms$shelves)) || anyNA(numbers)) {
    next
  }
  rooms <- put(rooms, words[1], words[2], numbers[1], numbers[2])
}
year <- newest(rooms)
heaviest <- max(sapply(rooms$shelves, weight))
books <- sum(sapply(rooms$shelves, function(shelf) shelf$used))
year
heaviest
books
rooms$visits
