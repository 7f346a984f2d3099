

dry <- 0
rain <- as.numeric(commandArgs(TRUE))


longest <- 0

for (amount in rain) {




  if (amount > 1) {

    dry <- 0
  } else {
    dry <- dry + 1
    if (dry > longest) {
      longest <- dry
    }
  }
}








cat({}, longest, {})
