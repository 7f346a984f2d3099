# What the oracle and this server say to each other: src/oracle/protocol.rs has the numbers.

refuse <- function(code, what = "") {
  condition <- list(message = what, call = NULL, code = code)
  stop(structure(condition, class = c("bench_slicers_refusal", "error", "condition")))
}

PLACES <- lapply(1:8, function(n_bytes) 256^((n_bytes - 1):0))

be <- function(number, n_bytes) as.raw(number %/% PLACES[[n_bytes]] %% 256)

text <- function(string) {
  bytes <- charToRaw(enc2utf8(string))
  c(be(length(bytes), 4), bytes)
}

bits <- function(switches, n) {
  found <- logical((n + 7) %/% 8 * 8)
  found[switches] <- TRUE
  if (length(found) == 0) return(raw(0))
  packBits(matrix(found, nrow = 8)[8:1, ])
}

# The shorter of the two forms of a set.
switch_set <- function(switches, n) {
  if (2 + 2 * length(switches) < (n + 7) %/% 8) {
    return(c(as.raw(1), be(length(switches), 2), shorts(sort(switches))))
  }
  c(as.raw(0), bits(switches, n))
}

shorts <- function(numbers) as.raw(rbind(numbers %/% 256, numbers %% 256))

verdict <- function(code, input = 0, position = 0, ticks = 0) {
  c(as.raw(code), be(input, 2), be(position, 4), be(ticks, 8))
}

# Whether consulted switches are asked for, and the deleted switches of each candidate.
candidates <- function(content) {
  bytes <- as.integer(content)
  found <- vector("list", bytes[2] * 256 + bytes[3])
  at <- 4
  for (i in seq_along(found)) {
    n <- bytes[at] * 256L + bytes[at + 1]
    firsts <- at + 2L + 3L * (seq_len(n) - 1L)
    found[[i]] <- bytes[firsts] * 256L + bytes[firsts + 1L]
    at <- at + 2L + 3L * n
  }
  list(with_consulted = bytes[1] == 1, all = found)
}

# JSON as R reads it: texts have the same escapes, and what stands between them is spelt in another way.
decoded <- function(content) {
  # By bytes: places counted in characters would be counted from the beginning for each text.
  json <- rawToChar(content)
  strings <- gregexpr('"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"', json, perl = TRUE, useBytes = TRUE)
  between <- regmatches(json, strings, invert = TRUE)[[1]]
  between <- gsub("[[{]", "list(", gsub("[]}]", ")", gsub(":", "=", between)))
  between <- gsub("true", "TRUE", gsub("false", "FALSE", gsub("null", "NULL", between)))
  strings <- gsub("\\u0000", "", regmatches(json, strings)[[1]], fixed = TRUE, useBytes = TRUE)
  source <- paste0(between, c(strings, ""), collapse = "")
  Encoding(source) <- "UTF-8"
  eval(parse(text = source, keep.source = FALSE, encoding = "UTF-8"), baseenv())
}

serve <- function(input, output, answer) {
  repeat {
    size <- readBin(input, "integer", 1, 4, endian = "big")
    if (length(size) == 0) return()
    frame <- readBin(input, "raw", size)
    said <- tryCatch(
      c(as.raw(0), answer(as.integer(frame[1]), frame[-1])),
      bench_slicers_refusal = function(it) c(as.raw(1), be(2^32 + it$code, 4), charToRaw(enc2utf8(it$message))),
      error = function(it) c(as.raw(2), charToRaw(enc2utf8(conditionMessage(it))))
    )
    writeBin(c(be(length(said), 4), said), output)
    flush(output)
  }
}
