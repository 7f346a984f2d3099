





















fill <- function(._1, moves, queue) {
  for (move in moves) {
    if (move == "-") {
      if (length(queue) > 0) {
        
        queue <- queue[-1]
      }
    } else if (grepl(">[1-3]$", move)) {


} else {
      queue <- c(queue, move)
    }
  }
  queue
}




waiting <- character(0)
copy <- fill({}, commandArgs(TRUE), waiting)












copy
