# Values as they are compared. R's values do not change; environments do, and are copied.

is_opaque <- FALSE

snapshot <- function(value) {
  if (is.null(value) || is.atomic(value) && is.null(attributes(value))) value else encoded(value, list())
}

encoded <- function(value, around) {
  kind <- typeof(value)
  if (kind %in% c("closure", "builtin", "special")) {
    is_opaque <<- TRUE
    return(list("function"))
  }
  if (kind == "environment") {
    if (identical(value, globalenv()) || environmentName(value) != "") return(list("environment", environmentName(value)))
    at <- Position(function(other) identical(other, value), around)
    if (!is.na(at)) return(list("seen", at))
    around <- c(around, list(value))
    fields <- sort(ls(value, all.names = TRUE))
    fields <- fields[!vapply(fields, function(name) is.function(get(name, value)), NA)]
    inside <- lapply(fields, function(name) encoded(get(name, value), around))
    return(list("environment", fields, inside, class(value)))
  }
  if (kind %in% c("externalptr", "weakref", "bytecode", "promise")) {
    is_opaque <<- TRUE
    return(list(kind))
  }
  marks <- attributes(value)
  marks <- marks[setdiff(names(marks), c("srcref", ".Environment"))]
  marks <- lapply(marks[sort(as.character(names(marks)))], encoded, around)
  if (kind %in% c("language", "symbol", "expression")) return(list(kind, base::deparse(cleaned(value)), marks))
  attributes(value) <- NULL
  if (kind %in% c("list", "pairlist")) value <- lapply(value, encoded, around)
  list(kind, value, marks)
}

# Exact: 1 is not 1L, NA not NaN, 0 not -0.
is_same <- function(one, other) identical(one, other, num.eq = FALSE)

HASHED <- 4096L
PLACES_HASHED <- as.double(seq_len(HASHED))
WEIGHTS <- list((PLACES_HASHED * 2654435761) %% 2147483647, (PLACES_HASHED * PLACES_HASHED * 40503 + PLACES_HASHED) %% 2147483629)

hash_of <- function(values) {
  bytes <- as.integer(serialize(values, NULL, version = 2))
  hash <- c(7, 11)
  n_left <- length(bytes)
  from <- 0L
  while (n_left > 0L) {
    i <- seq_len(min(n_left, HASHED))
    some <- bytes[from + i]
    sums <- c(sum(some * WEIGHTS[[1]][i]), sum(some * WEIGHTS[[2]][i]))
    hash <- (hash * 31 + sums) %% 4294967291
    from <- from + HASHED
    n_left <- n_left - HASHED
  }
  c(be(hash[1], 4), be(hash[2], 4))
}

shown <- function(value) substr(paste(base::deparse(value, nlines = 3), collapse = " "), 1, 200)

MAX_SPELLED <- 20000L

# A snapshot as text, another one for another value; of long ones there is a sum.
spelled <- function(value) {
  if (is.list(value) && length(value) == 3 && is.character(value[[1]]) && length(value[[3]]) == 0) value <- value[[2]]
  said <- paste(base::deparse(value, control = c("keepNA", "keepInteger", "niceNames", "showAttributes", "digits17")), collapse = " ")
  if (nchar(said) <= MAX_SPELLED) return(said)
  paste0(substr(said, 1, MAX_SPELLED %/% 8L), "... ", paste(as.character(hash_of(list(said))), collapse = ""))
}
