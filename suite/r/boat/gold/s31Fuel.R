




used <- function(litres) {
  litres - 2
}

words <- unlist(strsplit(trimws(readLines("stdin")), "[ \t]+"))
fuel <- 0
if (length(words) > 0 && grepl("^[0-9]{1,2}$", words[1])) {
  fuel <- as.numeric(words[1])
}

passed <- 0


while (fuel > 0) {
  if (passed < length({}) && {}) {




} else {
    fuel <- used(fuel)
  }
}


fuel
