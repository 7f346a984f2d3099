# Judges candidates of one program, each a set of deleted switches.

SWITCHES <- NULL
asked <- logical(0)
alive <- logical(0)
# Which switches tell when they are asked: those that were not, since they last should.
is_listening <- logical(0)
n_switches <- 0L
names_of <- character(0)
asking <- list()
is_watched <- FALSE
inputs <- known <- list()
variants <- new.env()
schema_text <- ""
rule_asked <- PREFIX

answer <- function(operation, content) {
  switch(operation,
    load_program(decoded(content)),
    add(decoded(content)),
    judge(content),
    confirm(decoded(content)),
    other(decoded(content)),
    refuse(-4, "not here"),
    probe(decoded(content)),
    refuse(-4, "not here"),
    sequences(decoded(content)),
    refuse(-4, "not here"),
    forget()
  )
}

parsed <- function(source) parse(text = source, keep.source = FALSE, encoding = "UTF-8")

load_program <- function(given) {
  exprs <- tryCatch(parsed(given$original), error = function(it) {
    refuse(-4, paste("the program does not compile:", conditionMessage(it)))
  })
  what <- obstacle(exprs)
  if (!is.null(what)) refuse(-4, what)
  is_watched <<- any(gathered(exprs, mentioned) %in% LASTING)
  may_be_compiled <<- is_compilable(exprs)
  if (n_switches > 0L) rm(list = names_of, envir = SWITCHES)
  n_switches <<- as.integer(given$n_switches)
  alive <<- rep(TRUE, n_switches)
  is_listening <<- logical(n_switches)
  names_of <<- paste0("bs__", seq_len(n_switches))
  asking <<- lapply(seq_len(n_switches), function(k) call("ask", k))
  for (name in names_of) assign(name, TRUE, envir = SWITCHES)
  rule_asked <<- as.integer(given$rule)
  schema_text <<- given$schema
  variants <<- new.env()
  forget()
  variant(integer(0))
  raw(0)
}

# The schema without what cannot be asked for while it runs.
variant <- function(deleted) {
  off <- if (length(variants$beyond)) intersect(deleted, variants$beyond) else integer(0)
  key <- paste0("v", paste(off, collapse = " "))
  found <- variants[[key]]
  if (is.null(found)) {
    found <- to_run(program(schema_text, off))
    assign(key, found, envir = variants)
    if (key == "v") assign("beyond", beyond, envir = variants)
  }
  found
}

ask <- function(k) {
  asked[k] <<- TRUE
  is_listening[k] <<- FALSE
  alive[k]
}

here <- environment()

# The programs of a probe, which many inputs run: in the original only the switches of which something is to be known
# are asked, in the candidate none.
settled <- function(deleted, asked) {
  key <- list(deleted, asked)
  if (!identical(variants$settled_key, key)) {
    beyond <- variants$beyond
    whole <- replace(rep(TRUE, n_switches), asked, NA)
    rest <- replace(rep(TRUE, n_switches), deleted, FALSE)
    assign("settled", list(
      to_run(program(schema_text, integer(0), whole)), to_run(program(schema_text, intersect(deleted, beyond), rest))
    ), envir = variants)
    assign("settled_key", key, envir = variants)
  }
  variants$settled
}

# Runs with switches, all or these, that remember who asked. Most listen already: few are asked in a run.
run_asking <- function(..., switches = seq_len(n_switches)) {
  asked <<- logical(n_switches)
  for (k in switches[!is_listening[switches]]) .Internal(delayedAssign(names_of[k], asking[[k]], here, SWITCHES))
  is_listening[switches] <<- TRUE
  end <- run(...)
  # What is chosen before it runs may matter to every run.
  asked[variants$beyond] <<- TRUE
  end
}

set <- function(deleted, value) {
  alive[deleted] <<- value
  is_listening[deleted] <<- FALSE
  for (k in deleted) assign(names_of[k], value, envir = SWITCHES)
}

# What work gives in a process of its own; NULL where that ended.
apart <- function(work) {
  child <- parallel:::mcfork()
  if (inherits(child, "masterProcess")) {
    said <- tryCatch(work(), error = function(it) raw(0))
    parallel:::sendMaster(said)
    parallel:::mcexit(0L)
  }
  said <- parallel:::readChild(child)
  while (is.raw(parallel:::readChild(child))) NULL
  if (is.raw(said) && length(said)) said else NULL
}

alone <- function(work) {
  setTimeLimit(cpu = ALARM_S, elapsed = Inf, transient = FALSE)
  # What is not a run has no limit.
  on.exit(setTimeLimit())
  if (!is_watched) return(work())
  said <- apart(function() serialize(work(), NULL))
  if (is.null(said)) stop("a process of R ended")
  unserialize(said)
}

forget <- function() {
  inputs <<- known <<- list()
  raw(0)
}

add <- function(given) c(raw(0), unlist(lapply(given, add_one)))

add_one <- function(given) {
  patience <- given$patience
  given <- prepared(given)
  exprs <- variant(integer(0))$exprs
  observed <- function() {
    is_opaque <<- FALSE
    end <- run_asking(exprs, given, MAX_FUEL)
    list(end = end, seen = seen, ticks = ticks(), asked = which(asked), crash = said_of(crash), is_opaque = is_opaque)
  }
  one <- alone(observed)
  again <- alone(observed)
  if (one$is_opaque) refuse(-2)
  if (!identical(one[1:3], again[1:3], num.eq = FALSE)) refuse(-1)
  inputs[[length(inputs) + 1]] <<- given
  fuel <- one$ticks * 10 + 1000
  known[[length(known) + 1]] <<- list(
    seen = one$seen, fuel = as.integer(max(fuel, min(fuel * patience, PATIENT_FUEL))), rule = if (one$end == RETURNED) rule_asked else PREFIX
  )
  c(
    as.raw(one$end), text(if (one$end == CRASHED) one$crash else ""), be(length(one$seen), 4), hash_of(one$seen),
    be(one$ticks, 8), bits(one$asked, n_switches)
  )
}

said_of <- function(error) if (is.null(error)) "" else substr(paste(conditionMessage(error), collapse = " "), 1, 200)

judge <- function(content) {
  given <- candidates(content)
  unlist(lapply(given$all, function(deleted) alone(function() judge_one(deleted, given$with_consulted))))
}

judge_one <- function(deleted, with_consulted) {
  judged <- variant(deleted)
  set(deleted, FALSE)
  found <- tried(judged$exprs, with_consulted)
  set(deleted, TRUE)
  wear(judged, found$ticks)
  said <- verdict(found$code, found$at, found$position, found$ticks)
  if (with_consulted) c(said, switch_set(which(found$asked), n_switches)) else said
}

tried <- function(exprs, with_consulted) {
  spent <- 0
  all_asked <- logical(n_switches)
  passed <- integer(0)
  for (at in seq_along(inputs)) {
    it <- known[[at]]
    if (it$rule == PREFIX && length(it$seen) == 0) next
    # Most that fail do so on the first input: it is asked at once what it depended on.
    is_asking <- with_consulted && length(passed) == 0
    end <- (if (is_asking) run_asking else run)(exprs, inputs[[at]], it$fuel, it$seen, it$rule)
    spent <- spent + ticks()
    code <- verdict_of(end)
    if (code) {
      position <- if (code == 1L) n_seen else 0
      if (with_consulted && !is_asking) run_asking(exprs, inputs[[at]], it$fuel, it$seen, it$rule)
      return(list(code = code, at = at - 1, position = position, ticks = spent, asked = asked))
    }
    if (is_asking) all_asked <- asked
    passed <- c(passed, at)
  }
  if (with_consulted) {
    for (at in passed[-1]) {
      it <- known[[at]]
      run_asking(exprs, inputs[[at]], it$fuel, it$seen, it$rule)
      all_asked <- all_asked | asked
    }
  }
  list(code = 0L, at = 0, position = 0, ticks = spent, asked = all_asked)
}

confirm <- function(given) unlist(lapply(given, confirm_one))

confirm_one <- function(source) {
  exprs <- tryCatch(program(source), error = function(it) conditionMessage(it))
  if (is.character(exprs)) return(c(verdict(3), text(exprs)))
  found <- alone(function() by_itself(exprs))
  verdict(found$code, found$at, if (found$code == 1L) found$position else 0, found$ticks)
}

# The verdict of a program by itself, and how it ended on the input that decided.
by_itself <- function(exprs) {
  spent <- 0
  for (at in seq_along(inputs)) {
    it <- known[[at]]
    if (it$rule == PREFIX && length(it$seen) == 0) next
    end <- run(exprs, inputs[[at]], it$fuel, it$seen, it$rule)
    spent <- spent + ticks()
    code <- verdict_of(end)
    if (code) {
      said <- if (is_different) {
        shown_snapshot(last)
      } else if (end == OUT_OF_FUEL) {
        "no value: out of fuel"
      } else {
        paste("no value:", if (end == CRASHED) said_of(crash) else "the run ends")
      }
      return(list(code = code, at = at - 1, position = n_seen, ticks = spent, said = said))
    }
  }
  list(code = 0L, at = 0, position = 0, ticks = spent, said = "")
}

shown_snapshot <- function(value) shown(if (is.list(value) && length(value) == 3 && is.character(value[[1]])) value[[2]] else value)

other <- function(given) {
  exprs <- tryCatch(list(parsed(given$text), program(given$text)), error = function(it) conditionMessage(it))
  if (is.character(exprs)) return(c(verdict(3), text(exprs)))
  what <- obstacle(exprs[[1]])
  if (!is.null(what)) return(c(verdict(4), text(what)))
  if (!given$has_criterion) return(verdict(5))
  before <- is_watched
  is_watched <<- before || any(gathered(exprs[[1]], mentioned) %in% LASTING)
  found <- alone(function() by_itself(exprs[[2]]))
  is_watched <<- before
  if (!found$code) return(verdict(0, 0, 0, found$ticks))
  wanted <- known[[found$at + 1]]$seen
  wanted <- if (found$position < length(wanted)) shown_snapshot(wanted[[found$position + 1]]) else "no value: the run ends"
  c(verdict(1, found$at, found$position, found$ticks), text(wanted), text(found$said))
}

# Points of the program as it stands.

numbered <- list(NULL, NULL)

sequences <- function(given) {
  if (!identical(numbered[[1]], given$program)) numbered <<- list(given$program, program(given$program))
  is_numbered <<- TRUE
  on.exit(is_numbered <<- FALSE)
  c(raw(0), unlist(lapply(given$inputs, sequence_of)))
}

sequence_of <- function(given) {
  given <- prepared(given)
  one <- alone(function() {
    is_opaque <<- FALSE
    end <- run(numbered[[2]], given, MAX_FUEL)
    list(end = end, seen = seen, ticks = ticks(), crash = said_of(crash), is_opaque = is_opaque)
  })
  if (one$is_opaque) refuse(-2)
  told <- lapply(one$seen, function(it) c(be(it[[1]], 2), be(it[[2]], 8), text(it[[3]]), text(""), be(0, 2)))
  c(as.raw(one$end), text(if (one$end == CRASHED) one$crash else ""), be(one$ticks, 8), be(length(one$seen), 4), unlist(told))
}

# Inputs that are not kept.

probe <- function(given) {
  deleted <- as.integer(unlist(given$deleted))
  branches <- as.integer(unlist(given$branches))
  fuel <- if (given$is_patient) MAX_FUEL else MAX_FUEL %/% 10L
  switches <- unique(c(deleted, branches[branches > 0L]))
  exprs <- settled(deleted, switches)
  unlist(lapply(given$inputs, function(input) {
    input <- prepared(input)
    alone(function() probe_one(input, deleted, branches, fuel, exprs, switches))
  }))
}

probe_one <- function(given, deleted, branches, fuel, exprs, switches) {
  end <- run_asking(exprs[[1]]$exprs, given, fuel, switches = switches)
  values <- seen
  spent <- ticks()
  wear(exprs[[1]], spent)
  if (end == OUT_OF_FUEL) return(c(as.raw(2), be(0, 4), be(0, 8), be(spent, 8), raw(7)))
  consulted <- deleted[asked[deleted]]
  entered <- which(branches > 0L)
  entered <- entered[asked[branches[entered]]] - 1L
  rule <- if (end == RETURNED) rule_asked else PREFIX
  is_refuted <- FALSE
  if (length(consulted) && (length(values) || rule != PREFIX)) {
    is_refuted <- verdict_of(run(exprs[[2]]$exprs, given, as.integer(spent * 10 + 1000), values, rule)) != 0L
    wear(exprs[[2]], ticks())
  }
  # Of branches the entered ones are told, at no distance, and no others.
  c(
    as.raw(end), be(length(values), 4), hash_of_probed(values), be(spent, 8), as.raw(is_refuted), be(length(consulted), 2),
    shorts(consulted), be(length(entered), 2),
    if (length(entered)) as.raw(rbind(entered %/% 256, entered %% 256, matrix(0, 8, length(entered)))), raw(2)
  )
}

# Many inputs give the values of the one before.
hashed <- list(NULL, NULL)

hash_of_probed <- function(values) {
  if (!is_same(values, hashed[[1]])) hashed <<- list(values, hash_of(values))
  hashed[[2]]
}

main <- function(frames) {
  options(warn = -1, keep.source = FALSE, expressions = 100000, digits = 7)
  unlink(tempdir(), recursive = TRUE)
  SWITCHES <<- attach(NULL, name = "bs__", warn.conflicts = FALSE)
  for (name in c(
    "run", "body_of_run", "run_asking", "set", "tick", "enter", "watch", "snapshot", "is_same", "tried", "judge_one",
    "verdict_of", "verdict", "wear", "be", "switch_set", "bits", "shorts", "candidates", "variant", "clear", "alone", "ask", "judge",
    "probe_one", "prepared", "hash_of", "hash_of_probed"
  )) assign(name, compiler::cmpfun(get(name, here)), envir = here)
  own <- utils::modifyList(stubs(), c(VIRTUAL, observers()))
  for (name in names(own)) {
    assign(name, own[[name]], envir = SWITCHES)
    lockBinding(name, SWITCHES)
  }
  output <- file("/proc/self/fd/3", "wb")
  hello <- c(as.raw(3), charToRaw(paste("R", getRversion())))
  writeBin(c(be(length(hello), 4), hello), output)
  flush(output)
  quiet_warnings()
  serve(frames, output, answer)
  base::quit("no")
}
