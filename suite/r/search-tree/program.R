# Keeps the numbers of the command line in a search tree, and looks for the last one.
insert <- function(tree, number) {
  if (is.null(tree)) {
    return(list(value = number, count = 1))
  }
  if (number < tree$value) {
    tree$left <- insert(tree$left, number)
  } else if (number > tree$value) {
    tree$right <- insert(tree$right, number)
  } else {
    tree$count <- tree$count + 1
  }
  tree
}

depth <- function(tree) {
  if (is.null(tree)) {
    return(0)
  }
  left <- depth(tree$left)
  right <- depth(tree$right)
  if (left > right) left + 1 else right + 1
}

find <- function(tree, wanted) {
  steps <- 0
  while (!is.null(tree)) {
    steps <- steps + 1
    if (wanted == tree$value) {
      return(list(times = tree$count, steps = steps))
    }
    tree <- if (wanted < tree$value) tree$left else tree$right
  }
  list(times = 0, steps = steps)
}

root <- NULL
last <- 0
for (word in commandArgs(TRUE)) {
  last <- as.numeric(word)
  root <- insert(root, last)
}
found <- find(root, last)
height <- depth(root)
times <- found$times
steps <- found$steps
height
times
steps
