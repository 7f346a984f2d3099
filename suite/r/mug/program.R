# Usage: program TURNS CUPS
# As long as there are turns, more than five cups fill the mug and give another number of cups.
MOST_TURNS <- 12

refill <- function(level) {
  level %% 5 + 3
}

coffee <- function() {
  7
}

given <- as.numeric(commandArgs(TRUE))
if (length(given) < 2 || given[1] > MOST_TURNS) {
  quit(status = 1)
}
turns <- given[1]
cups <- given[2]
mug <- 0
while (turns > 0) {
  if (cups > 5) {
    mug <- coffee()
    cups <- refill(cups)
  }
  turns <- turns - 1
}
mug
cups
