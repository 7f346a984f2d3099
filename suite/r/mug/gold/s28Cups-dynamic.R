











given <- as.numeric(commandArgs(TRUE))




cups <- given[2]









cups
