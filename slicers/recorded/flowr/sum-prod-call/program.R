sum <- 0
prod <- 1
for (i in 1:10) {
  sum <- sum + i
  prod <- prod * i
}
print(sum)
print(prod)
