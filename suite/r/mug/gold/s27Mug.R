







coffee <- function() {
  7
}

given <- as.numeric(commandArgs(TRUE))



turns <- given[1]
cups <- given[2]
mug <- 0
while (turns > 0) {
  if (cups > 5) {
    mug <- coffee()

  }
  turns <- turns - 1
}
mug
