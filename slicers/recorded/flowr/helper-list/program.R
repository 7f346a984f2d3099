twice <- function(x) {
  2 * x
}
fill <- function(a, b) {
  list(left = twice(a), right = twice(b))
}
n <- 3
m <- 4
q <- fill(n, m)
result <- q$left
other <- q$right
print(result)
print(other)
