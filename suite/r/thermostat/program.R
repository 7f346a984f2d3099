# Switches a heating by the readings of a thermometer: on when it is cold, off when it is warm.
LOW <- 18
HIGH <- 21

react <- function(heating, degrees) {
  if (heating == "off") {
    if (degrees < LOW) {
      return("on")
    }
  } else if (heating == "on") {
    if (degrees > HIGH) {
      return("off")
    }
  } else {
    return("broken")
  }
  heating
}

state <- "on"
state <- "off"
switches <- 0
total <- 0
seen <- 0
for (word in commandArgs(TRUE)) {
  reading <- as.numeric(word)
  if (is.na(reading)) {
    next
  }
  before <- state
  state <- react(state, reading)
  if (state != before) {
    switches <- switches + 1
  }
  total <- total + reading
  seen <- seen + 1
}
average <- 0
if (seen > 0) {
  average <- total / seen
}
state
switches
average
