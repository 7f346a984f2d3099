# Programs with switches, fuel and the criterion written into them, from what R's own parser makes of the text.
#
# `bs__7` is switch 7. The text has `bs__x(7,{E})` for an expression, `bs__s` for a statement, `bs__b` for a branch, `bs__i`
# for a named argument and `bs__f(c(7,0),{function})` for parameters; the criterion is `bs__c_name` or `bs__o({E})`.

# What stands where an argument is left out.
is_empty <- function(e) is.symbol(e) && !nzchar(as.character(e))

NOTHING <- quote({})

# Most arguments and parameters of a call or function whose switches are asked while it runs: each doubles the code.
MAX_ASKED <- 6L

UNEVALUATED <- c("quote", "bquote", "substitute", "expression", "~", "missing", "match.arg", "library", "require", "rm")

# These name their results after what is written there.
NAMING <- c("cbind", "rbind", "data.frame", "table", "stopifnot")

static <- integer(0)
beyond <- integer(0)
# By switch, whether it is on for good; NA where that is asked while it runs. NULL where all are asked.
decided <- NULL

switched <- function(k, on, off = NOTHING) {
  if (!is.null(decided) && !is.na(decided[k])) return(if (decided[k]) on else if (is.null(off)) NOTHING else off)
  test <- as.symbol(paste0("bs__", k))
  if (is.null(off)) call("if", test, on) else call("if", test, on, off)
}

is_mark <- function(e, name) is.call(e) && identical(e[[1]], as.symbol(name))

inside <- function(mark) if (length(mark) > 2) mark[[3]][[2]] else quote(expr = )

plain_name <- function(symbol) {
  name <- as.character(symbol)
  if (startsWith(name, "bs__c")) as.symbol(sub("^bs__c[0-9]*_", "", name)) else NULL
}

is_name_mark <- function(e) is.symbol(e) && !is.null(plain_name(e))

# A call that observes, with the number of the mark where there are several points.
observer <- function(how, marked, ...) {
  number <- sub("^bs__c([0-9]*)_.*", "\\1", as.character(marked))
  as.call(c(list(as.symbol(how), ...), if (nzchar(number)) as.integer(number)))
}

program <- function(source, off = integer(0), for_good = NULL) {
  static <<- off
  beyond <<- integer(0)
  decided <<- for_good
  lapply(parse(text = source, keep.source = FALSE, encoding = "UTF-8"), built, FALSE)
}

# Units of fuel that are spent in a program before each of its names is worth compiling to R's bytecode, which saves about a
# hundredth of what it takes with each.
TICKS_PER_NAME <- 150

# A program, which is compiled once its runs have taken so long that this would have paid.
to_run <- function(exprs) {
  found <- new.env(parent = emptyenv())
  found$exprs <- exprs
  found$n_ticks_left <- if (may_be_compiled) TICKS_PER_NAME * length(unlist(lapply(exprs, all.names))) else Inf
  found
}

wear <- function(found, n_ticks) {
  found$n_ticks_left <- found$n_ticks_left - n_ticks
  if (found$n_ticks_left >= 0) return()
  found$n_ticks_left <- Inf
  found$exprs <- lapply(found$exprs, compiler::compile, globalenv(), list(optimize = 2, suppressAll = TRUE))
}

# With these, code is more than what is run; the compiler knows nothing of what they define.
REFLECTIVE <- c(
  UNEVALUATED, "assign", "delayedAssign", "makeActiveBinding", "eval", "evalq", "eval.parent", "parse", "local", "with", "within",
  "attach", "environment", "environment<-", "list2env", "sys.source", "source", "parent.frame", "sys.call", "sys.calls", "sys.function",
  "sys.frame", "sys.frames", "match.call", "match.fun", "body", "body<-", "formals", "formals<-", "as.function", "deparse", "Recall",
  "trace", "callCC"
)
may_be_compiled <- FALSE

# Whether a compiled program does the same: what it means by a name of the base package is that of the base package.
is_compilable <- function(exprs) {
  if (any(gathered(exprs, mentioned) %in% REFLECTIVE)) return(FALSE)
  defined <- function(e, head) if (head != "function") bound(e, head)
  !any(vapply(unique(gathered(exprs, defined)), exists, NA, envir = baseenv(), inherits = FALSE))
}

# An expression; whether its value is used.
built <- function(e, used = TRUE) {
  if (is.symbol(e)) {
    name <- plain_name(e)
    return(if (is.null(name)) e else observer("bs__o", e, name))
  }
  if (!is.call(e)) return(e)
  head <- if (is.symbol(e[[1]])) as.character(e[[1]]) else ""
  if (head %in% UNEVALUATED) return(e)
  switch(head,
    "bs__x" = switched(e[[2]], built(inside(e))),
    "bs__s" = switched(e[[2]], built(inside(e), used), NULL),
    "bs__b" = switched(e[[2]], built(inside(e), used)),
    "bs__o" = as.call(c(list(e[[1]], built(e[[2]][[2]])), as.list(e)[-(1:2)])),
    "bs__f" = with_parameters(e),
    "{" = statements(as.list(e)[-1], used),
    "(" = call("(", built(e[[2]])),
    "if" = as.call(c(list(e[[1]], built(e[[2]])), lapply(as.list(e)[-(1:2)], built, used))),
    "for" = looped(e),
    "while" = call("while", built(e[[2]]), call("{", quote(bs__t()), built(e[[3]], FALSE))),
    "repeat" = call("repeat", call("{", quote(bs__t()), built(e[[2]], FALSE))),
    "function" = call("function", formals_of(e), call("{", quote(bs__n()), built(e[[3]]))),
    "<-" = , "<<-" = , "=" = assignment(e, used),
    called(e)
  )
}

looped <- function(e) {
  name <- plain_name(e[[2]])
  seen <- if (is.null(name)) NULL else observer("bs__v", e[[2]], name)
  body <- as.call(c(as.symbol("{"), quote(bs__t()), seen, built(e[[4]], FALSE)))
  call("for", if (is.null(name)) e[[2]] else name, built(e[[3]]), body)
}

formals_of <- function(e) {
  for (i in seq_along(e[[2]])) {
    # A variable cannot hold what stands where there is no default.
    if (is.call(e[[2]][[i]]) || is_name_mark(e[[2]][[i]])) e[[2]][[i]] <- built(e[[2]][[i]])
  }
  e[[2]]
}

# The value of a block is that of the last statement that is left.
statements <- function(all, used) {
  marks <- lapply(all, function(s) if (is_mark(s, "bs__s")) s[[2]])
  bare <- lapply(seq_along(all), function(i) built(if (is.null(marks[[i]])) all[[i]] else inside(all[[i]]), used))
  guarded <- lapply(seq_along(all), function(i) {
    if (is.null(marks[[i]])) bare[[i]] else switched(marks[[i]], bare[[i]], NULL)
  })
  block <- function(parts) as.call(c(as.symbol("{"), parts))
  if (!used) return(block(guarded))
  found <- NOTHING
  for (n in seq_along(all)) {
    whole <- block(c(guarded[seq_len(n - 1)], bare[n]))
    found <- if (is.null(marks[[n]])) whole else switched(marks[[n]], whole, found)
  }
  found
}

# Without a parameter its place has another name.
with_parameters <- function(e) {
  switches <- as.integer(as.list(e[[2]])[-1])
  whole <- built(inside(e))
  alternatives(switches, function(gone) {
    params <- whole[[2]]
    for (i in which(switches %in% gone & switches > 0L)) {
      if (!is_empty(params[[i]])) params[[i]] <- NOTHING
      names(params)[i] <- paste0("._", i)
    }
    whole[[2]] <- params
    whole
  })
}

# Code for each set of these switches that is off, asked one after the other.
alternatives <- function(switches, code, gone = integer(0)) {
  switches <- switches[switches > 0L]
  asked <- utils::head(switches, MAX_ASKED)
  rest <- utils::tail(switches, -MAX_ASKED)
  beyond <<- unique(c(beyond, rest))
  gone <- c(gone, intersect(rest, static))
  choose <- function(left, gone) {
    if (length(left) == 0) return(code(gone))
    switched(left[1], choose(left[-1], gone), choose(left[-1], c(gone, left[1])))
  }
  choose(asked, gone)
}

# Whether a function may take notice of how an argument is written: names are looked up again, as by `match.fun`, or are missing
# when what they stand for is; `...` is no expression.
is_seen_as_written <- function(argument, head, is_strict, name) {
  if (identical(argument, quote(...))) return(TRUE)
  has_name <- !is.null(name) && nzchar(name)
  !is_strict && is.symbol(argument) || head %in% NAMING && !has_name
}

called <- function(e) {
  parts <- as.list(e)
  head <- if (is.symbol(e[[1]])) as.character(e[[1]]) else ""
  is_strict <- nzchar(head) && is.primitive(get0(head, baseenv()))
  if (!is.symbol(e[[1]])) parts[[1]] <- built(e[[1]])
  items <- places <- integer(0)
  for (i in seq_along(parts)[-1]) {
    if (is_empty(parts[[i]])) next
    if (is_mark(parts[[i]], "bs__i")) {
      items[as.character(i)] <- as.integer(parts[[i]][[2]])
      parts[i] <- list(inside(parts[[i]]))
      if (is_empty(parts[[i]])) next
    }
    if (is_mark(parts[[i]], "bs__x") && is_seen_as_written(inside(parts[[i]]), head, is_strict, names(parts)[i])) {
      places[as.character(i)] <- as.integer(parts[[i]][[2]])
      parts[i] <- list(inside(parts[[i]]))
    }
    parts[i] <- list(built(parts[[i]]))
  }
  alternatives(c(items, places), function(gone) {
    left <- parts
    left[as.integer(names(places)[places %in% gone])] <- list(NOTHING)
    drop <- as.integer(names(items)[items %in% gone])
    as.call(if (length(drop)) left[-drop] else left)
  })
}

assignment <- function(e, used) {
  marked <- NULL
  target <- function(t) {
    if (is.symbol(t)) {
      name <- plain_name(t)
      if (is.null(name)) return(t)
      marked <<- t
      return(name)
    }
    if (!is.call(t)) return(t)
    parts <- as.list(t)
    parts[[2]] <- target(parts[[2]])
    first <- parts[[2]]
    # What is not evaluated here stands for itself while the rest is built.
    parts[[2]] <- quote(bs__target)
    if (!is.symbol(t[[1]]) || !as.character(t[[1]]) %in% c("$", "@")) {
      made <- called(as.call(parts))
      made[[2]] <- first
      return(made)
    }
    parts[[2]] <- first
    as.call(parts)
  }
  e <- as.call(list(e[[1]], target(e[[2]]), built(e[[3]])))
  if (is.null(marked)) return(e)
  is_plain <- is.symbol(e[[2]])
  if (identical(e[[1]], quote(`=`))) e[[1]] <- quote(`<-`)
  name <- plain_name(marked)
  if (identical(e[[1]], quote(`<<-`)) && is_plain) return(observer("bs__v", marked, e))
  if (is_plain || !used) return(call("{", e, observer("bs__v", marked, name)))
  observer("bs__w", marked, e, name)
}

# An expression as the text has it, with the switches as they are.
cleaned <- function(e) {
  if (is.function(e)) {
    if (is.primitive(e)) return(e)
    where <- environment(e)
    made <- e
    body(made) <- cleaned(base::body(e))
    environment(made) <- where
    return(made)
  }
  if (!is.call(e)) return(e)
  if (identical(e[[1]], quote(`if`)) && is.symbol(e[[2]]) && grepl("^bs__[0-9]+$", as.character(e[[2]]))) {
    is_on <- get(as.character(e[[2]]), envir = SWITCHES)
    return(if (is_on) cleaned(e[[3]]) else if (length(e) > 3) cleaned(e[[4]]) else NOTHING)
  }
  if (is_mark(e, "bs__o") || is_mark(e, "bs__v")) return(cleaned(e[[2]]))
  if (is_mark(e, "{") && length(e) == 3 && (is_mark(e[[2]], "bs__n") || is_mark(e[[2]], "bs__t"))) return(cleaned(e[[3]]))
  parts <- as.list(e)
  for (i in seq_along(parts)) if (!is_empty(parts[[i]]) && is.call(parts[[i]])) parts[i] <- list(cleaned(parts[[i]]))
  as.call(parts)
}
