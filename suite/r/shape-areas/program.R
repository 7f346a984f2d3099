# Reads shapes, one in each line ("box 2 5", "square 3", "disc 2"), and reports areas and outlines.
box <- function(width, height) {
  structure(list(width = width, height = height), class = c("box", "shape"))
}

square <- function(side) {
  it <- box(side, side)
  class(it) <- c("square", class(it))
  it
}

disc <- function(radius) {
  structure(list(radius = radius), class = c("disc", "shape"))
}

area <- function(it) UseMethod("area")
area.default <- function(it) 0
area.box <- function(it) it$width * it$height
area.disc <- function(it) 3 * it$radius^2

fence <- function(it, post) UseMethod("fence")
fence.shape <- function(it, post) post
fence.box <- function(it, post) 2 * (it$width + it$height) + 4 * post
fence.square <- function(it, post) NextMethod() - post

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
fences <- Reduce(`+`, Map(fence, shapes, 1), 0)
squares <- 0
for (each in shapes) {
  if (inherits(each, "square")) {
    squares <- squares + 1
  }
}
total
fences
squares
length(shapes)
