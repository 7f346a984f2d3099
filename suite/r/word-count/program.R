# Counts lines, words and characters of the standard input, and finds the longest word.
lines <- 0
words <- 0
characters <- 0
longest <- ""
for (line in readLines("stdin")) {
  lines <- lines + 1
  characters <- characters + nchar(line) + 1
  for (word in strsplit(line, "[ \t]+")[[1]]) {
    if (word == "") {
      next
    }
    words <- words + 1
    if (nchar(word) > nchar(longest)) {
      longest <- word
    }
  }
}
lines
words
characters
longest
