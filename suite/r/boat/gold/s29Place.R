
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

while (fuel > 0) {
  if (passed < length(signs) && is_green(signs[passed + 1])) {
    place <- "aboard"

    passed <- passed + 1

  } else {
    fuel <- used(fuel)
  }
}
place
