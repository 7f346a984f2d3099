
LOW <- 18


react <- function(heating, degrees) {
  if (heating == "off") {
    if (degrees < LOW) {
      return("on")
    }
  }






  heating
}


state <- "off"
switches <- 0


for (word in commandArgs(TRUE)) {
  reading <- as.numeric(word)



  before <- state
  state <- react(state, reading)
  if (state != before) {
    switches <- switches + 1
  }


}





switches
