# A boat passes a pier while it has fuel; who once boarded at a green sign is on board, and stays there.
is_green <- function(sign) {
  sign == "green"
}

used <- function(litres) {
  litres - 2
}

words <- unlist(strsplit(trimws(readLines("stdin")), "[ \t]+"))
fuel <- 0
if (length(words) > 0 && grepl("^[0-9]{1,2}$", words[1])) {
  fuel <- as.numeric(words[1])
}
signs <- words[-1]
passed <- 0
place <- "ashore"
boardings <- 0
while (fuel > 0) {
  if (passed < length(signs) && is_green(signs[passed + 1])) {
    place <- "aboard"
    boardings <- boardings + 1
    passed <- passed + 1
    fuel <- used(fuel)
  } else {
    fuel <- used(fuel)
  }
}
place
boardings
fuel
