# Puts people at tables: "name" waits, "name>table" sits down, "-" sends the first who waits to the shortest table.
new_table <- function() {
  table <- new.env()
  table$guests <- character(0)
  table
}

add <- function(table, name) {
  table$guests <- c(table$guests, name)
  invisible(table)
}

shortest <- function(all) {
  best <- all[[1]]
  for (table in all) {
    if (length(table$guests) < length(best$guests)) {
      best <- table
    }
  }
  best
}

fill <- function(places, moves, queue) {
  for (move in moves) {
    if (move == "-") {
      if (length(queue) > 0) {
        add(shortest(places), queue[1])
        queue <- queue[-1]
      }
    } else if (grepl(">[1-3]$", move)) {
      number <- as.integer(sub(".*>", "", move))
      add(places[[number]], sub(">.*", "", move))
    } else {
      queue <- c(queue, move)
    }
  }
  queue
}

tables <- list(new_table(), new_table(), new_table())
window <- tables[[3]]
others <- tables
waiting <- character(0)
copy <- fill(tables, commandArgs(TRUE), waiting)
add(window, "plant")
waiting <- c(waiting, "last")
seated <- 0
for (each in others) {
  seated <- seated + length(each$guests)
}
first <- others[[1]]$guests
last <- others[[3]]$guests
seated
first
last
waiting
copy
