



longest <- ""
for (line in readLines("stdin")) {


  for (word in strsplit(line, "[ \t]+")[[1]]) {




    if (nchar(word) > nchar(longest)) {
      longest <- word
    }
  }
}



longest
