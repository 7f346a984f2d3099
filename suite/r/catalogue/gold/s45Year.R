
library_of <- function(names) {
  
  list(shelves = setNames(rep(list({}), length(names)), names))
}

put <- function(place, shelf, title, year, ._5) {
  
  


  place$shelves[[shelf]]$books[[title]] <- list(edition = list(printed = list(year = year)))
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





rooms <- library_of(c("red", "blue"))
for (line in readLines("stdin")) {
  words <- strsplit(line, " ")[[1]]
  numbers <- as.numeric(words[3:4])
  
  if (!(words[1] %in% names(rooms$shelves)) || anyNA(numbers)) {
    next
  }
  rooms <- put(rooms, words[1], words[2], numbers[1], {})
}
year <- newest(rooms)


year



