# Reprints R programs: print.R IN OUT writes OUT/<printer>/<path> for each IN/<path>, or <path>.refused with the reason.

deparsed <- function(...) {
  function(path) {
    expressions <- parse(path, keep.source = FALSE, encoding = "UTF-8")
    unlist(lapply(expressions, deparse, ...))
  }
}

# The second writes numbers with all their digits, which takes base 16.
printers <- list(
  "deparse" = deparsed(),
  "deparse, hexadecimal" = deparsed(width.cutoff = 30, control = c("keepNA", "keepInteger", "niceNames", "hexNumeric"))
)

write_to <- function(path, lines) writeLines(enc2utf8(lines), path, useBytes = TRUE)

arguments <- commandArgs(trailingOnly = TRUE)
for (path in sort(list.files(arguments[1], pattern = "[.]R$", recursive = TRUE))) {
  for (name in names(printers)) {
    out <- file.path(arguments[2], name, path)
    dir.create(dirname(out), recursive = TRUE, showWarnings = FALSE)
    tryCatch(
      write_to(out, printers[[name]](file.path(arguments[1], path))),
      error = function(error) write_to(paste0(out, ".refused"), conditionMessage(error))
    )
  }
}
