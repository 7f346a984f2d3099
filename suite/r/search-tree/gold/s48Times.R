
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










find <- function(tree, wanted) {
  
  while (!is.null(tree)) {
    
    if (wanted == tree$value) {
      return(list(times = tree$count))
    }
    tree <- if (wanted < tree$value) tree$left else tree$right
  }
  list(times = 0)
}

root <- NULL

for (word in commandArgs(TRUE)) {
  last <- as.numeric(word)
  root <- insert(root, last)
}
found <- find(root, last)

times <- found$times


times

