
box <- function(width, height) {
  structure(list(width = width, height = height), class = c("box", {}))
}

square <- function(side) {
  it <- box(side, side)
  
  
}

disc <- function(radius) {
  structure(list(radius = radius), class = c("disc", {}))
}

area <- function(._1) UseMethod("area")

area.box <- function(it) it$width * it$height
area.disc <- function(it) 3 * it$radius^2






read_shape <- function(line) {
  words <- strsplit(line, " ")[[1]]
  sizes <- as.numeric(words[-1])
  switch(words[1],
    box = if (sizes[1] == sizes[2]) square(sizes[1]) else box(sizes[1], sizes[2]),
    square = square(sizes[1]),
    disc = disc(sizes[1])
  )
}

shapes <- Filter(Negate(is.null), lapply(readLines("stdin"), read_shape))
total <- sum(vapply(shapes, area, 0))







total



