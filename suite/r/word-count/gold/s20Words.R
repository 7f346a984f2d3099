

words <- 0


for (line in readLines("stdin")) {


  for (word in strsplit(line, "[ \t]+")[[1]]) {
    if (word == "") {
      next
    }
    words <- words + 1



  }
}

words
