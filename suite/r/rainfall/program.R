# Summarises the rainfall in millimetres given on the command line.
total <- 0
dry <- 0
rain <- as.numeric(commandArgs(TRUE))
wet <- 0
record <- 0
longest <- 0

for (amount in rain) {
  total <- total + amount
  if (amount > record) {
    record <- amount
  }
  if (amount > 1) {
    wet <- wet + 1
    dry <- 0
  } else {
    dry <- dry + 1
    if (dry > longest) {
      longest <- dry
    }
  }
}

per_day <- 0
if (wet > 1) {
  per_day <- total / wet
}

cat("wettest day:", record, "\n")
cat("per wet day:", per_day, "\n")
cat("dry spell:", longest, "\n")
