# What programs find in the place of what would do more than compute.

FORBIDDEN <- c(
  "system", "system2", "shell", "pipe", "fifo", "socketConnection", "socketAccept", "socketSelect", "serverSocket", "url",
  "download.file", "gzfile", "bzfile", "xzfile", "unz", "rawConnection", "source", "sys.source", "parse", "str2lang",
  "str2expression", "load", "save", "save.image", "saveRDS", "readRDS", "dump", "dput", "dget", "sink", "capture.output",
  "unlink", "file.remove", "file.create", "file.copy", "file.rename", "file.append", "file.symlink", "file.link",
  "file.info", "file.exists", "file.show", "file.edit", "dir.create", "list.files", "list.dirs", "dir", "Sys.glob",
  "setwd", "getwd", "tempfile", "tempdir", "Sys.setenv", "Sys.unsetenv", "Sys.getenv", "Sys.setlocale", "Sys.chmod",
  "Sys.umask", "Sys.kill", "Sys.info", "Sys.sleep", "Sys.setFileTime", "attach", "detach", "unlockBinding",
  "asNamespace", "getNamespace", "loadNamespace", "attachNamespace", "unloadNamespace", "getFromNamespace",
  "assignInNamespace", "assignInMyNamespace", "getAnywhere", "baseenv", "topenv", "as.environment", "parent.env",
  "pos.to.env", "sys.frame", "sys.frames", "sys.function", "sys.calls", "dyn.load", "library.dynam", ".Internal",
  ".Call", ".External", ".External2", ".C", ".Fortran", ".Primitive", "reg.finalizer", "trace", "untrace", "browser",
  "debug", "debugonce", "Rprof", "tracemem", "globalCallingHandlers", "addTaskCallback", "setTimeLimit",
  "setSessionTimeLimit", "registerS3method", ".S3method", "install.packages", "write.table", "write.csv", "write",
  "read.table", "read.csv", "read.delim", "gctorture", "env.profile", "mcparallel", "mcfork", "mclapply", "makeCluster",
  "enableJIT", "cmpfun", "closeAllConnections", "getConnection", "pdf", "png", "svg", "jpeg", "plot", "hist", "barplot",
  "curve", "menu", "select.list", "edit", "fix", "View", "savehistory", "loadhistory", "package.skeleton", "Rscript"
)

# What outlasts a run: its candidates are run in processes of their own.
LASTING <- c(
  "setClass", "setRefClass", "setGeneric", "setMethod", "setValidity", "setClassUnion", "setAs", "setReplaceMethod",
  "R6Class", "options", "suppressForeignCheck", "globalVariables", "bindtextdomain"
)

PACKAGES <- c("base", "stats", "utils", "methods", "tools", "grDevices", "graphics", "datasets", "parallel", "compiler", "splines", "stats4")

# Why nothing is run of a program, or NULL.
obstacle <- function(exprs) {
  found <- intersect(setdiff(gathered(exprs, mentioned), gathered(exprs, bound)), FORBIDDEN)
  if (length(found)) return(sprintf("`%s`, which does more than compute", found[1]))
  outside <- setdiff(gathered(exprs, packages), PACKAGES)
  if (length(outside)) return(sprintf("the package `%s`", outside[1]))
  NULL
}

# What is found in an expression and in all of its parts.
gathered <- function(e, own) {
  if (is.symbol(e)) return(own(e, ""))
  if (!is.call(e) && !is.expression(e) && !is.pairlist(e)) return(NULL)
  parts <- as.list(e)
  head <- if (is.call(e) && is.symbol(e[[1]])) as.character(e[[1]]) else ""
  here <- if (is.call(e)) own(e, head)
  # The name behind `$` is no variable.
  if (head %in% c("$", "@")) parts <- parts[1:2]
  c(here, unlist(lapply(parts[!vapply(parts, is_empty, NA)], gathered, own)))
}

mentioned <- function(e, head) if (is.symbol(e)) as.character(e)

bound <- function(e, head) {
  if (head == "function") return(names(e[[2]]))
  if (head %in% c("<-", "=", "<<-", "for") && (is.symbol(e[[2]]) || is.character(e[[2]]))) as.character(e[[2]])
}

packages <- function(e, head) {
  if (head %in% c("::", ":::", "library", "require", "requireNamespace") && length(e) > 1) as.character(e[[2]])
}

stubs <- function() {
  stub <- function(name) {
    force(name)
    function(...) stop(sprintf("not allowed here: %s", name), call. = FALSE)
  }
  sapply(FORBIDDEN, stub, simplify = FALSE)
}

# The standard input, read from where the last reading ended.
take_lines <- function(n = -1L) {
  lines <- input$lines
  n <- if (n < 0L) length(lines) else min(n, length(lines))
  input$lines <<- lines[seq_along(lines) > n]
  lines[seq_len(n)]
}

is_stdin <- function(con) is.character(con) && identical(as.vector(con), "stdin") || inherits(con, "bs__stdin")

STDIN <- structure(list(), class = "bs__stdin")

not_allowed <- function(what) stop("not allowed here: ", what, call. = FALSE)

looked <- 0

now <- function() {
  looked <<- looked + 1
  1e9 + looked
}

# A masked function asks R's own in the frame that called it.
in_caller <- function(call, frame) eval(call, frame)

VIRTUAL <- list(
  commandArgs = function(trailingOnly = FALSE) if (trailingOnly) input$args else c("R", "--args", input$args),
  readLines = function(con = stdin(), n = -1L, ok = TRUE, warn = TRUE, encoding = "unknown", skipNul = FALSE) {
    if (is_stdin(con)) return(take_lines(n))
    if (!inherits(con, "textConnection")) not_allowed("reading a file")
    base::readLines(con, n, ok, warn, encoding, skipNul)
  },
  scan = function(file = "", what = double(), nmax = -1L, n = -1L, sep = "", ..., quiet = FALSE, text) {
    read <- function(...) base::scan(..., what = what, nmax = nmax, n = n, sep = sep, quiet = TRUE)
    if (!missing(text)) return(read(text = text, ...))
    if (inherits(file, "textConnection")) return(read(file, ...))
    if (!is_stdin(file) && !identical(file, "")) not_allowed("reading a file")
    read(text = take_lines(), ...)
  },
  file = function(description = "", ...) if (is_stdin(description)) STDIN else not_allowed("opening a file"),
  stdin = function() STDIN,
  open = function(con, ...) if (inherits(con, "bs__stdin")) invisible(NULL) else base::open(con, ...),
  close = function(con, ...) if (inherits(con, "bs__stdin")) invisible(NULL) else base::close(con, ...),
  isOpen = function(con, ...) if (inherits(con, "bs__stdin")) TRUE else base::isOpen(con, ...),
  textConnection = function(object, ...) {
    con <- base::textConnection(object, ...)
    opened <<- c(opened, list(con))
    con
  },
  cat = function(..., file = "", sep = " ", fill = FALSE, labels = NULL, append = FALSE) {
    if (is.character(file) && !identical(file, "")) not_allowed("writing a file")
    base::cat(..., file = file, sep = sep, fill = fill, labels = labels, append = append)
  },
  writeLines = function(text, con = stdout(), sep = "\n", useBytes = FALSE) {
    if (is.character(con)) not_allowed("writing a file")
    base::writeLines(text, con, sep, useBytes)
  },
  readline = function(prompt = "") "",
  Sys.time = function() structure(now(), class = c("POSIXct", "POSIXt")),
  Sys.Date = function() structure(now() %/% 86400, class = "Date"),
  date = function() format(structure(now(), class = c("POSIXct", "POSIXt")), "%a %b %d %H:%M:%S %Y"),
  proc.time = function() structure(c(now(), 0, now(), 0, 0), names = names(base::proc.time()), class = "proc_time"),
  system.time = function(expr, gcFirst = TRUE) {
    from <- now()
    expr
    structure(c(now() - from, 0, now() - from, 0, 0), names = names(base::proc.time()), class = "proc_time")
  },
  Sys.getpid = function() 1L,
  set.seed = function(seed, kind = NULL, normal.kind = NULL, sample.kind = NULL) {
    base::set.seed(if (is.null(seed)) 1L else seed, kind, normal.kind, sample.kind)
  },
  quit = function(...) halt(),
  q = function(...) halt(),
  gc = function(...) invisible(NULL),
  substitute = function(expr, env) {
    frame <- if (missing(env)) parent.frame() else env
    cleaned(eval(as.call(list(base::substitute, base::substitute(expr))), frame))
  },
  deparse = function(expr, ...) base::deparse(cleaned(expr), ...),
  match.call = function(...) cleaned(eval(as.call(c(list(base::match.call), list(...))), parent.frame())),
  sys.call = function(which = 0) cleaned(eval(as.call(list(base::sys.call, which)), parent.frame())),
  body = function(fun = sys.function(sys.parent())) cleaned(base::body(fun))
)
