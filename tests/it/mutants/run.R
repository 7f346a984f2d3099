# Runs programs and slices of R as scripts, on many inputs each, and says what their criteria were.
# The jobs and what is printed of each run are described in `runtimes.rs`.
# Scripts have the global environment for themselves: nothing here is in it, or looked up there.

local({
  N_VALUES <- 500
  N_CHARS <- 20000
  # A slice may run on after its values; where it often does, less time and then no more is spent on it.
  N_LATE <- 5
  N_TOO_LATE <- 40
  compiler::enableJIT(0)
  options(warn = -1, digits = 15)

  folder <- commandArgs(TRUE)[1]
  out <- file(file.path(folder, "seen"), "w")
  sink(file("/dev/null", "w"))
  input_path <- file.path(folder, "stdin")
  state <- new.env()

  # Text that is equal for equal values of equal types.
  canonical <- function(value, around = list()) {
    if (is.function(value)) return("function")
    if (is.environment(value)) {
      for (other in around) if (identical(other, value)) return("around")
      fields <- sort(ls(value, all.names = TRUE))
      inside <- vapply(fields, function(name) canonical(get(name, value), c(around, list(value))), "")
      return(paste0("environment{", paste(fields, inside, sep = "=", collapse = ","), "}"))
    }
    if (is.list(value) && any(vapply(value, function(item) is.environment(item) || is.list(item) || is.function(item), NA))) {
      inside <- vapply(value, canonical, "", around)
      return(paste0(class(value)[1], "[", paste(names(value), inside, sep = "=", collapse = ","), "]"))
    }
    how <- c("digits17", "keepNA", "keepInteger", "showAttributes", "niceNames")
    paste0(typeof(value), " ", paste(deparse(value, control = how), collapse = ""))
  }

  see__ <- function(k, value) {
    if (length(state$seen) < N_VALUES && state$n_chars < N_CHARS) {
      text <- paste(as.character(charToRaw(canonical(value))), collapse = "")
      state$n_chars <- state$n_chars + nchar(text)
      state$seen <- c(state$seen, paste0(k, "=", text))
    }
    value
  }

  leave <- function(...) stop(structure(class = c("left", "condition"), list(message = "", call = NULL)))
  is_stdin <- function(what) is.character(what) && identical(as.vector(what), "stdin")

  # What a script finds: the input in the place of the standard input.
  world <- list(
    see__ = see__,
    commandArgs = function(trailingOnly = FALSE) if (trailingOnly) state$args else c("R", "--args", state$args),
    stdin = function() state$stdin,
    file = function(description = "", ...) base::file(if (is_stdin(description)) input_path else description, ...),
    readLines = function(con = state$stdin, ...) base::readLines(if (is_stdin(con)) state$stdin else con, ...),
    scan = function(file = "", ..., text, quiet = TRUE) {
      if (!missing(text)) return(base::scan(text = text, ..., quiet = TRUE))
      base::scan(if (is_stdin(file) || identical(file, "")) state$stdin else file, ..., quiet = TRUE)
    },
    quit = leave,
    q = leave
  )
  attach(world)

  run <- function(exprs, given, limit) {
    writeBin(given$stdin, input_path)
    state$seen <- character()
    state$n_chars <- 0
    state$args <- given$args
    state$stdin <- base::file(input_path, "r")
    set.seed(1)
    end <- tryCatch({
      setTimeLimit(cpu = limit, transient = TRUE)
      for (expr in exprs) eval(expr, globalenv())
      "done"
    }, left = function(left) "done", error = function(error) {
      if (grepl("reached CPU time limit", conditionMessage(error), fixed = TRUE)) "timeout" else "crashed"
    })
    setTimeLimit()
    for (con in setdiff(getAllConnections(), ours)) close(getConnection(con))
    rm(list = ls(globalenv(), all.names = TRUE), envir = globalenv())
    c(end, state$seen)
  }

  unhex <- function(hex) {
    if (hex == "") return(raw())
    at <- seq_len(nchar(hex) / 2) * 2
    as.raw(strtoi(substring(hex, at - 1, at), 16))
  }

  text_of <- function(hex) {
    text <- rawToChar(unhex(hex))
    Encoding(text) <- "UTF-8"
    text
  }

  inputs <- function(path) {
    lapply(strsplit(readLines(path), ";", fixed = TRUE), function(fields) {
      args <- if (length(fields) > 1) strsplit(fields[2], ",", fixed = TRUE)[[1]] else character()
      list(stdin = unhex(fields[1]), args = vapply(args, text_of, "", USE.NAMES = FALSE))
    })
  }

  given <- list()
  skipped <- integer()
  ours <- getAllConnections()
  jobs <- strsplit(readLines(file.path(folder, "jobs")), "\t", fixed = TRUE)
  for (text_idx in seq_along(jobs)) {
    job <- jobs[[text_idx]]
    is_program <- job[1] == "program"
    if (is_program) {
      given <- inputs(job[3])
      skipped <- integer()
    }
    n_late <- 0
    exprs <- parse(job[2], keep.source = FALSE, encoding = "UTF-8")
    only <- if (is_program) -1 else as.integer(job[3])
    for (idx in seq_along(given)) {
      if (idx %in% skipped || only != -1 && only != idx - 1 || !is_program && n_late > N_TOO_LATE) next
      found <- run(exprs, given[[idx]], if (is_program || n_late > N_LATE) 0.3 else 2)
      if (found[1] == "timeout") n_late <- n_late + 1
      if (is_program && (found[1] == "timeout" || length(found) == 1)) skipped <- c(skipped, idx)
      writeLines(paste(c(text_idx - 1, idx - 1, found), collapse = "\t"), out)
    }
  }
  close(out)
}, new.env(parent = baseenv()))
