
total <- 0

rain <- as.numeric(commandArgs(TRUE))
wet <- 0



for (amount in rain) {
  total <- total + amount



  if (amount > 1) {
    wet <- wet + 1

  }





}

per_day <- 0
if (wet > 1) {
  per_day <- total / wet
}


cat({}, per_day, {})
