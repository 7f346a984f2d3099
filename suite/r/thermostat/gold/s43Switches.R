
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
  } 


  heating
}


state <- "off"
switches <- 0


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
  
  
}





switches

