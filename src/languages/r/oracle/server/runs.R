# Runs a program on an input, within fuel, and watches the criterion.

RETURNED <- 0L
CRASHED <- 1L
OUT_OF_FUEL <- 2L
STOPPED <- 3L
PREFIX <- 0L
AND_END <- 1L
STRICT <- 2L
MAX_FUEL <- 1000000L
# Of a candidate that is waited for.
PATIENT_FUEL <- 5000000
MAX_DEPTH <- 1000L
ALARM_S <- 20

G <- globalenv()
input <- list()
opened <- list()
fuel <- 0L
given_fuel <- 0L
seen <- list()
n_seen <- 0L
expected <- NULL
n_expected <- 0L
rule <- PREFIX
is_different <- is_done <- is_out <- is_numbered <- FALSE
last <- NULL
crash <- NULL
base_depth <- 0L
halt <- function() NULL

# Of an input as it is given.
prepared <- function(given) {
  args <- as.character(unlist(given$args))
  text <- given$stdin
  lines <- if (nzchar(text)) strsplit(gsub("\r\n", "\n", paste0(text, if (!endsWith(text, "\n")) "\n"), fixed = TRUE), "\n", fixed = TRUE)[[1]] else character(0)
  list(args = args, lines = lines, text = text)
}

# The state of R's random numbers before a run, by its input. Making it takes as long as a short program, and few ask for it.
seed_of <- function() {
  # R looks for an earlier state, and what stands there is this call.
  .Internal(remove(".Random.seed", G, FALSE))
  bytes <- as.integer(charToRaw(paste(c(input$args, input$text), collapse = "\n")))
  set.seed(sum(bytes * (seq_along(bytes) %% 977 + 1)) %% 100003, "default", "default", "default")
  get(".Random.seed", envir = G)
}

tick <- function() {
  if ((fuel <<- fuel - 1L) < 0L) {
    is_out <<- TRUE
    halt()
  }
}

enter <- function() {
  if ((fuel <<- fuel - 1L) < 0L) {
    is_out <<- TRUE
    halt()
  }
  if (sys.nframe() - base_depth >= MAX_DEPTH) {
    stop("evaluation nested too deeply: infinite recursion / options(expressions=)?", call. = FALSE)
  }
}

MAX_VALUES <- 20000L

watch <- function(value, point = 0L) {
  if (is_out || is_different || is_done) halt()
  value <- snapshot(value)
  if (is_numbered) {
    if (n_seen >= MAX_VALUES) {
      is_out <<- TRUE
      halt()
    }
    n_seen <<- n_seen + 1L
    seen[[n_seen]] <<- list(point, ticks(), spelled(value))
    return()
  }
  n_seen <<- n_seen + 1L
  if (is.null(expected)) {
    seen[n_seen] <<- list(value)
    return()
  }
  if (n_seen > n_expected) {
    n_seen <<- n_expected
    if (rule == STRICT) {
      is_different <<- TRUE
      last <<- value
      halt()
    }
    return()
  }
  if (!is_same(value, expected[[n_seen]])) {
    n_seen <<- n_seen - 1L
    is_different <<- TRUE
    last <<- value
    halt()
  }
  if (n_seen == n_expected && rule == PREFIX) {
    is_done <<- TRUE
    halt()
  }
}

observers <- function() list(
  bs__t = tick,
  bs__n = enter,
  bs__o = function(x, point = 0L) {
    watch(x, point)
    x
  },
  bs__v = function(x, point = 0L) {
    watch(x, point)
    invisible(x)
  },
  bs__w = function(x, seen, point = 0L) {
    x
    watch(seen, point)
    invisible(x)
  }
)

# Runs what is left of a program; nothing but what it did to the global environment is left behind by a run.
body_of_run <- function(exprs) {
  frame <- environment()
  halt <<- function(end = STOPPED) {
    assign("end_of_run", end, frame)
    delayedAssign("out", return(end_of_run), frame, environment())
    out
  }
  base_depth <<- sys.nframe()
  for (e in exprs) {
    # What `withVisible` and `eval` call: calling these costs as much as most of the expressions.
    made <- .Internal(withVisible(.Internal(eval(e, G, NULL))))
    # What is shown is only of interest where methods of the program show it.
    if (made$visible && (is.object(made$value) || is.list(made$value))) eval(as.call(list(base::print, made$value)), G)
  }
  RETURNED
}

# A condition that no handler of the program took ends the run where it ends the script: an error does, unless it is only
# signalled, and whatever `stop` was called with does, of which R tells no handler of errors.
uncaught <- function(it) {
  from <- sys.function(-1)
  if (identical(from, base::stop) || inherits(it, "error") && !identical(from, base::signalCondition)) {
    crash <<- it
    halt(CRASHED)
  }
}

# Without the handlers of this server, which a condition that is only signalled would find.
without_our_handlers <- function(exprs) {
  .Internal(.resetCondHands(NULL))
  # Handlers are not called where there is no stack left to call them.
  tryCatch(withCallingHandlers(body_of_run(exprs), condition = uncaught), stackOverflowError = function(it) {
    crash <<- it
    CRASHED
  })
}

# As `rm` and `ls` do, which take a tenth of the time of a run to find out what they are asked.
clear <- function() .Internal(remove(.Internal(ls(G, TRUE, FALSE)), G, FALSE))

# R looks for handlers of a warning, and offers to go on after it, in code of its own, which costs as much as a short program.
# Where no handler but ours is left there is nobody to ask.
N_OUR_HANDLERS <- 2L

quiet_warnings <- function() {
  asked <- get(".signalSimpleWarning", baseenv())
  told <- function(msg, call) {
    if (length(.Internal(.addCondHands(NULL, NULL, NULL, NULL, FALSE))) > N_OUR_HANDLERS) return(asked(msg, call))
    .Internal(.dfltWarn(msg, call))
  }
  environment(told) <- list2env(list(asked = asked, N_OUR_HANDLERS = N_OUR_HANDLERS), parent = baseenv())
  unlockBinding(".signalSimpleWarning", baseenv())
  assign(".signalSimpleWarning", compiler::cmpfun(told), envir = baseenv())
  lockBinding(".signalSimpleWarning", baseenv())
}

run <- function(exprs, given, fuel_of_run, values = NULL, rule_of_run = PREFIX) {
  clear()
  input <<- given
  .Internal(delayedAssign(".Random.seed", quote(seed_of()), here, G))
  looked <<- 0
  fuel <<- given_fuel <<- fuel_of_run
  seen <<- list()
  n_seen <<- 0L
  expected <<- values
  n_expected <<- length(values)
  rule <<- rule_of_run
  is_different <<- is_done <<- is_out <<- FALSE
  crash <<- NULL
  end <- without_our_handlers(exprs)
  if (length(opened)) {
    for (con in opened) try(base::close(con), silent = TRUE)
    opened <<- list()
  }
  if (end == CRASHED) {
    said <- conditionMessage(crash)
    if (length(said) == 1 && startsWith(said, "reached CPU time limit")) base::quit("no", 1)
    if (length(said) == 1 && startsWith(said, "cannot allocate")) end <- OUT_OF_FUEL
  }
  if (is_out) OUT_OF_FUEL else if (end == STOPPED) RETURNED else end
}

ticks <- function() min(given_fuel, given_fuel - fuel)

# 0 same, 1 different, 2 out of fuel, of a run beside what the original did.
verdict_of <- function(end) {
  failed <- if (end == OUT_OF_FUEL) 2L else 1L
  if (is_done) return(0L)
  if (is_different) return(1L)
  if (n_seen < n_expected) return(failed)
  if (rule == AND_END && end == OUT_OF_FUEL) return(2L)
  if (rule == STRICT && end != RETURNED) return(failed)
  0L
}
