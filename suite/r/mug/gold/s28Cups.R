



refill <- function(level) {
  level %% 5 + 3
}





given <- as.numeric(commandArgs(TRUE))



turns <- given[1]
cups <- given[2]

while (turns > 0) {
  if (cups > 5) {

    cups <- refill(cups)
  }
  turns <- turns - 1
}

cups
