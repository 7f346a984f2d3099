
new_table <- function() {
  table <- new.env()
  
  
}

add <- function(table, name) {
  table$guests <- c(table$guests, name)
  
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
  
}

tables <- list(new_table(), new_table(), new_table())
window <- tables[[3]]
others <- tables

copy <- fill(tables, commandArgs(TRUE), {})
add(window, "plant")






last <- others[[3]]$guests


last


