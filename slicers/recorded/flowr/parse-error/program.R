sum <- 0
prod <- (1
print(sum)
