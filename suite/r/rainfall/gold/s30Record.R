


rain <- as.numeric(commandArgs(TRUE))

record <- 0


for (amount in rain) {

  if (amount > record) {
    record <- amount
  }









}






cat({}, record, {})
