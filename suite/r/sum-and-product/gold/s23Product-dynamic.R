

product <- 1


for (word in unlist(strsplit(trimws(readLines("stdin")), "[ \t]+"))) {



  number <- as.numeric(word)








  product <- product * number

}

product
