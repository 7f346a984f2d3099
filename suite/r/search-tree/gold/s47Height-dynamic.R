
insert <- function(tree, number) {
  if (is.null(tree)) {
    return(list(value = number))
  }
  if (number < tree$value) {

} else if (number > tree$value) {
    tree$right <- insert(tree$right, number)
  }


  tree
}

depth <- function(tree) {
  if (is.null(tree)) {
    return(0)
  }
  left <- depth({})
  right <- depth(tree$right)
  if (left > right) {} else right + 1
}













root <- NULL

for (word in commandArgs(TRUE)) {
  last <- as.numeric(word)
  root <- insert(root, last)
}

height <- depth(root)


height
