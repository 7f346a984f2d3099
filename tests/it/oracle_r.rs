//! R programs as schemata, as text in the same interpreter, and as text in an R of its own: three opinions, one verdict.

use std::process::Command;

use bench_slicers::ast::{NodeId, NodeSet, SourceFile, Tree};
use bench_slicers::deletions::{Candidate, DeletionId, Deletions, Mark};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::{Drawn, Oracle, Trial, Verdict};
use bench_slicers::suite::Input;

use crate::harness::{amount, is_slow};
use crate::oracle::{check_agreement, drawn, essence};
use crate::schemata::{
    self, check_constructs, check_consulted, check_over_the_suite, check_probes, node, stdin,
};
use crate::support::SUITE;

fn parse(text: &str) -> Tree {
    Tree::parse(Language::R, &[SourceFile::new("program.R", text)])
}

fn open<'t>(program: &'t Tree, node: NodeId) -> Result<Box<dyn Oracle + 't>, String> {
    schemata::open(program, node, "__main__")
}

/// Assignments, control flow, vectors and lists.
pub(crate) const STATEMENTS: &str = include_str!("../fixtures/r/statements.R");

/// Promises, defaults, missing arguments, closures, dispatch, replacement functions, exits.
pub(crate) const FUNCTIONS: &str = include_str!("../fixtures/r/functions.R");

fn constructs() -> [(&'static str, [Input; 3]); 2] {
    [
        (STATEMENTS, [stdin("3 4 5\n120 7\n"), stdin(""), stdin("a b\n1\n-2 9\n2 2 2")]),
        (FUNCTIONS, [stdin("one\n"), stdin(""), stdin("a\nb\nc\n")]),
    ]
}

#[apply(test)]
#[needs(R)]
fn schemata_agree_with_parsed_text_over_the_suite() {
    let n_candidates = if is_slow() { 2_000 } else { 120 };
    let total = check_over_the_suite(Language::R, n_candidates, 11);
    assert!(total[..2].iter().all(|&n| n > 0), "{total:?}");
}

#[apply(test)]
#[needs(R)]
fn every_construct_agrees_with_parsed_text() {
    for (text, inputs) in constructs() {
        let program = parse(text);
        check_constructs(&program, "__main__", &inputs, amount(60, 400, 2_000));
    }
}

/// Shows what it is given, exactly, and goes on.
const SEE: &str = "see <- function(x) {\n  cat(paste(as.character(serialize(x, NULL, version = 2)), collapse = \"\"), \
    \"\\n\", file = stderr())\n  x\n}\noptions(keep.source = FALSE)\n";

/// The values of the criterion in a run of an R of its own; `None` where it takes too long.
fn values(program: &str, input: &Input) -> Option<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("see.R"), SEE).unwrap();
    std::fs::write(folder.path().join("program.R"), program).unwrap();
    std::fs::write(folder.path().join("input"), &input.stdin).unwrap();
    let run = "source(\"see.R\"); sys.source(\"program.R\", globalenv())";
    let mut command = Command::new("timeout");
    command.args(["20", "Rscript", "--vanilla", "-e", run]).args(&input.args).current_dir(folder.path());
    command.env("LC_ALL", "C.UTF-8").env("R_ENABLE_JIT", "0");
    command.stdin(std::fs::File::open(folder.path().join("input")).unwrap());
    let done = command.output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    let is_value = |line: &&str| line.len() > 30 && line.trim().bytes().all(|c| c.is_ascii_hexdigit());
    (done.status.code() != Some(124)).then(|| said.lines().filter(is_value).map(str::to_owned).collect())
}

fn seen_text(
    program: &Tree,
    deletions: &Deletions,
    candidate: &Candidate,
    criterion: NodeId,
) -> Option<String> {
    let is_gone = candidate.ids().iter().any(|&id| deletions.gone(program, id).any(|it| it == criterion));
    let mark = Mark { node: criterion, before: "see(", after: ")" };
    (!is_gone).then(|| deletions.marked_text(program, candidate, &[mark]).swap_remove(0).text)
}

/// Verdicts beside those of the printed text, run for real by an R that has never heard of this program.
#[apply(test)]
#[needs(R)]
fn verdicts_are_those_of_the_text_in_a_process_of_its_own() {
    let mut programs: Vec<(Tree, NodeId, Vec<Input>)> = Vec::new();
    for task in SUITE.tasks().filter(|task| task.benchmark.language == Language::R) {
        let inputs = task.benchmark.inputs.iter().take(3).cloned().collect();
        programs.push(((*task.benchmark.tree).clone(), task.criterion.node, inputs));
    }
    for (text, inputs) in constructs() {
        let program = parse(text);
        let criterion = node(&program, "result");
        programs.push((program, criterion, inputs.to_vec()));
    }
    // An R of its own takes a third of a second for each input.
    let n_candidates = amount(16_usize, 24, 240).div_ceil(programs.len());
    for (idx, (program, criterion, inputs)) in programs.iter().enumerate() {
        let deletions = languages::deletions(program).unwrap();
        let mut candidates = drawn(program, n_candidates, 5 + idx as u64);
        // Few of these pass: of single deletions, more do.
        let n_all = deletions.all().len() as DeletionId;
        candidates.extend((0..n_candidates as DeletionId).map(|k| Candidate::from_iter([k * 37 % n_all])));
        check_in_processes_of_their_own(program, *criterion, inputs, &candidates);
    }
}

fn check_in_processes_of_their_own(
    program: &Tree,
    criterion: NodeId,
    inputs: &[Input],
    candidates: &[Candidate],
) {
    let deletions = languages::deletions(program).unwrap();
    let text = |candidate: &Candidate| seen_text(program, &deletions, candidate, criterion);
    let whole = text(&Candidate::default()).expect("the criterion is there");
    let expected: Vec<Vec<String>> =
        inputs.iter().map(|input| values(&whole, input).expect("it ends")).collect();
    let mut oracle = open(program, criterion).unwrap_or_else(|error| panic!("{error}"));
    oracle.add_inputs(inputs).unwrap();
    let judged = oracle.judge(candidates, false).unwrap();
    for (candidate, judgement) in candidates.iter().zip(judged) {
        let Some(text) = text(candidate) else {
            assert!(!judgement.is_same(), "without its criterion");
            continue;
        };
        let differs = |(input, expected): (&Input, &Vec<String>)| {
            values(&text, input).is_none_or(|found| !found.starts_with(expected))
        };
        let first = inputs.iter().zip(&expected).position(differs);
        let told = match judgement.verdict {
            Verdict::Same => None,
            Verdict::Different(witness) => Some(witness.input_idx),
            Verdict::OutOfFuel { input_idx } => Some(input_idx),
            // Of R's making there is none: every candidate parses.
            Verdict::Invalid(flaw) if flaw.why.contains("would mean the variable") => continue,
            Verdict::Invalid(flaw) => panic!("{}\n{text}", flaw.why),
        };
        assert_eq!(told, first, "{text}");
    }
}

/// The class: warnings of R itself, for which somebody in the program may listen, or a function of the library.
#[apply(test)]
#[needs(R)]
fn warnings_are_heard_where_a_script_hears_them() {
    for text in [
        "heard <- 0\nhear <- function(w) heard <<- heard + 1\nalone <- as.numeric(\"a\")\n\
         first <- tryCatch(as.numeric(\"b\"), warning = function(w) 10)\n\
         withCallingHandlers(as.integer(\"c\"), warning = function(w) {\n  heard <<- heard + 20\n  \
         invokeRestart(\"muffleWarning\")\n})\n\
         muffled <- tryCatch(suppressWarnings(as.numeric(\"d\")), warning = function(w) 30)\n\
         nested <- withCallingHandlers(log(-1), warning = function(w) hear(as.numeric(\"e\")))\n\
         r <- list(alone, first, heard, muffled, nested)\nr\n",
        "options(warn = 2)\nr <- tryCatch(as.numeric(\"a\"), error = function(e) conditionMessage(e))\nr\n",
    ] {
        let program = parse(text);
        let n_all = languages::deletions(&program).unwrap().all().len() as DeletionId;
        let each = (0..n_all).step_by(amount(5, 1, 1)).map(|id| Candidate::from_iter([id]));
        let candidates: Vec<Candidate> = std::iter::once(Candidate::default()).chain(each).collect();
        check_in_processes_of_their_own(&program, node(&program, "r"), &[stdin("")], &candidates);
    }
}

/// What a run asked for decides it: candidates that differ elsewhere only have the same verdict.
#[apply(test)]
#[needs(R)]
fn a_failing_run_depends_on_what_it_consulted() {
    for (text, inputs) in constructs() {
        let program = parse(text);
        check_consulted(&program, "__main__", &inputs, amount(80, 800, 3_000), 10);
    }
}

/// The verdict on the deletion of the last node with each of these texts.
fn verdict_of(text: &str, criterion: &str, deleted: &[&str]) -> Verdict {
    let program = parse(text);
    let mut oracle = open(&program, node(&program, criterion)).unwrap_or_else(|error| panic!("{error}"));
    oracle.add_inputs(&[stdin("")]).unwrap();
    let all = oracle.deletions().all().to_vec();
    let id = |wanted: &&str| {
        all.iter().rposition(|deletion| program.text(deletion.node) == *wanted).expect("a deletion")
    };
    let candidate: Candidate = deleted.iter().map(|wanted| id(wanted) as DeletionId).collect();
    let judged = oracle.judge(std::slice::from_ref(&candidate), true).unwrap();
    let confirmed = oracle.confirm(&[candidate]).unwrap();
    assert_eq!(essence(&program, &judged[0]), essence(&program, &confirmed[0]), "{deleted:?}");
    judged[0].verdict.clone()
}

#[apply(test)]
#[needs(R)]
fn what_is_left_means_what_r_makes_of_it() {
    let is_different = |verdict: Verdict| matches!(verdict, Verdict::Different(_));
    // The value of a body is that of its last statement that is left.
    let text = "f <- function(a) {\n  a <- a + 1\n  a\n}\nr <- f(1)\nr\n";
    assert_eq!(verdict_of(text, "r", &["a"]), Verdict::Same);
    assert!(is_different(verdict_of(text, "r", &["a <- a + 1"])));
    // An argument that nothing forces may fail; one without a switch is not forced either.
    let text = "f <- function(a, b) a\nr <- f(1, stop(\"never\"))\nr\n";
    assert_eq!(verdict_of(text, "r", &["stop(\"never\")"]), Verdict::Same);
    // Without a named argument the default holds; with nothing in its place it is not missing.
    let text = "f <- function(n = 2) if (missing(n)) n else 3\nr <- f(n = 2)\nr\n";
    assert!(is_different(verdict_of(text, "r", &["n = 2"])));
    let text = "f <- function(n = 2) n\nr <- f(n = 2)\nr\n";
    assert_eq!(verdict_of(text, "r", &["n = 2"]), Verdict::Same);
    // A function without its parameter finds the variable around it.
    let text = "n <- 4\nf <- function(n) n\nr <- f({})\nr\n";
    assert_eq!(
        verdict_of("n <- 4\nf <- function(n) n\nr <- f(n)\nr\n", "r", &["f <- function(n) n"]),
        verdict_of(text, "r", &["n <- 4", "f <- function(n) n"])
    );
    // What falls through a `switch` goes on to the next.
    let text = "r <- switch(\"a\", a = , b = 2, 3)\nr\n";
    assert!(is_different(verdict_of(text, "r", &["a ="])));
    // R names columns by what is written.
    let text = "a <- 1\nr <- cbind(a, b = 2)\nr\n";
    assert!(is_different(verdict_of(text, "r", &["b = 2"])));
    // A name that is no function is looked up again as one, unless nothing is left of it.
    let text = "max <- {}\nr <- tryCatch(sapply(1:2, max), error = function(e) \"none\")\nr\n";
    assert!(is_different(verdict_of(text, "r", &["max"])));
    let text = "f <- function(...) sum(...)\nr <- f(1, 2)\nr\n";
    assert!(is_different(verdict_of(text, "r", &["..."])));
    // Code that looks at itself sees what is left.
    let text = "f <- function(x) deparse(substitute(x))\nr <- f(a + b)\nr\n";
    assert!(is_different(verdict_of(text, "r", &["b"])));
    // What an exit does is done whatever ends the function.
    let text =
        "r <- 0\nf <- function() {\n  on.exit(r <<- r + 1)\n  stop(\"x\")\n}\ntry(f(), silent = TRUE)\nr\n";
    assert_eq!(verdict_of(text, "r", &["stop(\"x\")"]), Verdict::Same);
}

/// Conditions of a program's own, whatever their classes are, end a run where they end a script, and nothing else.
#[apply(test)]
#[needs(R)]
fn a_condition_that_nothing_takes_ends_the_run_as_it_ends_a_script() {
    let made =
        |classes: &str| format!("structure(class = c({classes}), list(message = \"no\", call = NULL))");
    for name in ["refusal", "bench_slicers_refusal", "interrupt", "warning", "simpleError"] {
        let own = made(&format!("\"{name}\", \"error\", \"condition\""));
        let text = format!("r <- 0\nw <- {own}\ntryCatch(stop(w), error = function(it) r <<- 1)\nr\n");
        let verdict = verdict_of(&text, "r", &["\"error\""]);
        let is_error = name == "simpleError";
        assert!(is_error || matches!(verdict, Verdict::Different(_)), "{name}: {verdict:?}");
        // After the criterion, and with something that can go before it.
        let text = format!("n <- 1\nr <- 0\nr\nstop({})\n", made(&format!("\"{name}\", \"condition\"")));
        assert_eq!(verdict_of(&text, "r", &["n <- 1"]), Verdict::Same, "{name}");
        // Instead of the criterion's second value.
        let text = format!(
            "n <- 0\nfor (r in 1:2) {{\n  if (n > 1) stop({})\n  n <- 0\n  n <- n + 1\n  r\n}}\n",
            made(&format!("\"{name}\", \"condition\""))
        );
        assert_eq!(verdict_of(&text, "r", &["n <- n + 1"]), Verdict::Same, "{name}");
    }
    // What is signalled, and taken by nobody, ends nothing.
    for signal in ["signalCondition(simpleError(\"x\"))", "message(\"x\")", "warning(\"x\")", "n <- log(-1)"]
    {
        let text = format!("n <- 1\nr <- 2\n{signal}\nr\n");
        assert_eq!(verdict_of(&text, "r", &["n <- 1"]), Verdict::Same, "{signal}");
    }
    let text = "r <- tryCatch(stop(\"x\"), error = function(it) 1, finally = 2)\nr\n";
    assert_eq!(verdict_of(text, "r", &["2"]), Verdict::Same);
}

#[apply(test)]
#[needs(R)]
fn what_does_not_end_is_out_of_fuel() {
    for (text, deleted) in [
        ("n <- 0\nwhile (n < 5) {\n  n <- n + 1\n}\nn\n", "n <- n + 1"),
        ("n <- 0\nrepeat {\n  n <- n + 1\n  if (n > 3) break\n}\nn\n", "if (n > 3) break"),
        // No handler catches it, and no exit keeps it.
        (
            "n <- 0\nwhile (n < 5) tryCatch({\n  n <- n + 1\n}, condition = function(e) 0, finally = n)\nn\n",
            "n <- n + 1",
        ),
        ("f <- function() {\n  on.exit(repeat if (TRUE) break)\n  1\n}\nn <- f()\nn\n", "if (TRUE) break"),
    ] {
        let verdict = verdict_of(text, "n", &[deleted]);
        assert!(matches!(verdict, Verdict::OutOfFuel { .. }), "{deleted}: {verdict:?}");
    }
    let text = "f <- function(n) {\n  if (n == 0) return(0)\n  f(n - 1)\n}\nn <- f(20)\nn\n";
    let verdict = verdict_of(text, "n", &["if (n == 0) return(0)"]);
    assert!(!matches!(verdict, Verdict::Same), "{verdict:?}");
}

#[apply(test)]
#[needs(R)]
fn values_are_exact() {
    for (one, other) in [
        ("1", "1L"),
        ("NA_real_", "NaN"),
        ("0", "-0"),
        ("c(a = 1)", "1"),
        ("list()", "NULL"),
        ("0.1 + 0.2", "0.3"),
    ] {
        let text = format!("r <- {one}\nr <- {other}\nr\n");
        let verdict = verdict_of(&text, "r", &[&format!("r <- {other}")]);
        assert!(matches!(verdict, Verdict::Different(_)), "{one} {other}");
    }
    // An environment that changes later is seen as it was.
    let text = "e <- new.env()\nfor (i in 1:3) {\n  e$k <- i\n  print(e)\n}\n";
    let verdict = verdict_of(text, "e", &["e$k <- i"]);
    assert!(matches!(verdict, Verdict::Different(found) if found.position == 0), "{verdict:?}");
}

#[apply(test)]
#[needs(R)]
fn values_are_seen_where_they_are_read_and_where_they_get_their_values() {
    let text = "x <- 4\nx[2] <- 5; k <- list(a = x)\nnames(k)[1] <- \"b\"\nfor (i in 1:3) x <- x + i\n\
        f <- function(p) {\n  p <- p + 1\n  w <<- p\n  y <- p\n}\nw = f(2)\n7 -> z\ncat(w, z)\n";
    let program = parse(text);
    let seen = |before: &str| {
        let offset = text.find(before).expect("is there") + before.len();
        let node = program
            .ids()
            .find(|&node| program.span(node).start == offset && program.subtree(node).len() == 1)
            .expect("a node");
        let mut oracle = open(&program, node).unwrap_or_else(|error| panic!("{error}"));
        let observed = oracle.add_inputs(&[stdin("")]).unwrap();
        assert!(oracle.confirm(&[Candidate::default()]).unwrap()[0].is_same(), "{before}");
        observed[0].n_values
    };
    for (before, n_values) in [
        ("x <- 4\n", 1),
        ("list(a = ", 1),
        ("names(", 1),
        ("for (", 3),
        ("in 1:3) ", 3),
        ("1:3) x <- ", 3),
        ("function(p) {\n  ", 1),
        ("p + 1\n  ", 1),
        ("w <<- p\n  ", 1),
        ("}\n", 1),
        ("7 -> ", 1),
        ("cat(", 1),
    ] {
        assert_eq!(seen(before), n_values, "behind `{before}`");
    }
}

#[apply(test)]
#[needs(R)]
fn what_could_do_more_than_compute_is_refused() {
    let check = |text: &str, wanted: &str| {
        let program = parse(text);
        let criterion = node(&program, "x");
        match open(&program, criterion) {
            Ok(_) => panic!("not refused: {text}"),
            Err(said) => assert!(said.contains(wanted), "{said}"),
        }
    };
    check("x <- system(\"id\", intern = TRUE)\nx\n", "`system`");
    check("x <- eval(parse(text = \"1\"))\nx\n", "`parse`");
    check("x <- base::readRDS(\"a\")\nx\n", "`readRDS`");
    check("library(Matrix)\nx <- 1\nx\n", "the package `Matrix`");
    check("x <- 1\nbs__q <- x\nx\n", "begins with `bs__`");
    check("f <- function(x) 1\n", "is a parameter");
    check("y <- quote(x)\n", "not evaluated");
    check("x <- (\n", "");
    // What a name leads to while the program runs is stopped there.
    let text = "x <- tryCatch(do.call(paste0(\"sys\", \"tem\"), list(\"id\")), error = function(e) \"stopped\")\nx\n";
    let program = parse(text);
    let mut oracle = open(&program, node(&program, "x")).unwrap();
    oracle.add_inputs(&[stdin("")]).unwrap();
    let other = parse("x <- \"stopped\"\nx\n");
    assert_eq!(oracle.try_other(&other, &[node(&other, "x")]).unwrap(), Trial::Same);
}

#[apply(test)]
#[needs(R)]
fn other_programs_are_run_in_the_place_of_the_original() {
    let program = parse("x <- 1\ny <- x + 1\ny\n");
    let mut oracle = open(&program, node(&program, "y")).unwrap();
    oracle.add_inputs(&[stdin("")]).unwrap();
    let mut tried = |text: &str| {
        let other = parse(text);
        let criterion = other.ids().rev().find(|&node| other.text(node) == "y");
        oracle.try_other(&other, &criterion.into_iter().collect::<Vec<_>>()).unwrap()
    };
    assert_eq!(tried("y <- 2\ny\n"), Trial::Same);
    assert_eq!(tried("x <- 2\n"), Trial::Compiled);
    let different = |text: &str, tried: Trial| match tried {
        Trial::Different(found) => assert_eq!(format!("{} {}", found.expected, found.got), text),
        other => panic!("{other:?}"),
    };
    different("2 2L", tried("y <- 2L\ny\n"));
    different("2 no value: no", tried("stop(\"no\")\ny <- 1\ny\n"));
    different("2 no value: out of fuel", tried("repeat {}\ny <- 1\ny\n"));
    assert!(matches!(tried("y <- system(\"id\")\ny\n"), Trial::NotRun(_)));
    // Whatever these do, the next is judged as before.
    for text in [
        "options(digits = 3, scipen = 99)\ny <- 2\ny\n",
        "c <- function(...) 7\nlength <- 3\nif (FALSE) y <- 1\ny <- 2\ny\n",
        "setClass(\"P\", representation(a = \"numeric\"))\ny <- new(\"P\", a = 2)@a\ny\n",
        "f <- function(n) f(n + 1)\ny <- f(0)\ny\n",
        "y <- numeric(1e12)\ny\n",
        "rm(list = ls())\nset.seed(1)\ny <- 2\ny\n",
    ] {
        let _ = tried(text);
        assert_eq!(tried("y <- 2\ny\n"), Trial::Same, "after {text}");
        different("2 \"2\"", tried("y <- format(2)\ny\n"));
    }
}

/// Random numbers belong to an input, whatever generator the runs before it asked for.
#[apply(test)]
#[needs(R)]
fn random_numbers_are_those_of_the_input() {
    let program = parse(
        "n <- length(readLines(\"stdin\"))\nx <- sample(10)\nRNGkind(\"Wichmann-Hill\", \"Box-Muller\", \"Rounding\")\n\
        u <- c(x, rnorm(1), runif(1), sample(9)) + n\nu\n",
    );
    let mut oracle = open(&program, node(&program, "u")).unwrap();
    let inputs = [stdin(""), stdin("a\n"), stdin("b\n")];
    let added: Vec<u64> = oracle.add_inputs(&inputs).unwrap().iter().map(|seen| seen.values_hash).collect();
    assert!(added[0] != added[1] && added[1] != added[2] && added[0] != added[2], "{added:?}");
    let drawn = inputs.map(|input| Drawn { input, values: [].into() });
    for _ in 0..2 {
        let probes = oracle.probe(&Candidate::default(), &drawn, &NodeSet::new(), false).unwrap();
        assert_eq!(probes.iter().map(|probe| probe.values_hash).collect::<Vec<_>>(), added);
    }
}

/// Classes and options outlast a run: each candidate has a process of its own.
#[apply(test)]
#[needs(R)]
fn a_candidate_that_changes_the_session_does_not_change_the_next() {
    let text = "setClass(\"P\", representation(a = \"numeric\"))\nsetGeneric(\"far\", function(x) standardGeneric(\"far\"))\n\
        setMethod(\"far\", \"P\", function(x) x@a * 2)\noptions(digits = 4)\nn <- length(readLines(\"stdin\"))\n\
        Tally <- setRefClass(\"Tally\", fields = list(n = \"numeric\"), methods = list(up = function() n <<- n + 1))\n\
        tally <- Tally$new(n = n)\ntally$up()\nr <- c(far(new(\"P\", a = n)), tally$n, getOption(\"digits\"))\nr\n";
    let program = parse(text);
    let mut oracle = open(&program, node(&program, "r")).unwrap();
    oracle.add_inputs(&[stdin(""), stdin("x\n")]).unwrap();
    let n_all = oracle.deletions().all().len() as DeletionId;
    let candidates: Vec<Candidate> =
        (0..n_all).step_by(if is_slow() { 1 } else { 4 }).map(|id| Candidate::from_iter([id])).collect();
    let once = oracle.judge(&candidates, true).unwrap();
    let turned: Vec<Candidate> = candidates.iter().rev().cloned().collect();
    let mut again = oracle.judge(&turned, true).unwrap();
    again.reverse();
    assert_eq!(once, again, "whatever was judged before");
    check_agreement(&mut oracle, &candidates);
}

/// What is run often is compiled. The class: names of R's own that mean something else in some of the runs.
#[apply(test)]
#[needs(R)]
fn what_is_run_often_means_what_it_meant_before() {
    for (defined, value) in [
        ("sum <- function(...) 7", "sum(n, 1)"),
        ("T <- 0", "n + T"),
        ("`+` <- function(e1, e2) 5", "n + 1"),
        ("length <- max", "length(c(n, 2))"),
        ("times <- function(x) x * n", "times(2)"),
        ("pi <- 3", "round(pi * n, 2)"),
    ] {
        let text = format!(
            "n <- length(readLines(\"stdin\"))\ntimes <- function(x) x\nif (n > 1) {{\n  {defined}\n}}\nr <- {value}\nr\n"
        );
        let program = parse(&text);
        let mut oracle = open(&program, node(&program, "r")).unwrap();
        oracle.add_inputs(&[stdin("x\n"), stdin("x\ny\nz\n")]).unwrap();
        let n_all = oracle.deletions().all().len() as DeletionId;
        let each = (0..n_all).map(|id| Candidate::from_iter([id]));
        let candidates: Vec<Candidate> = std::iter::once(Candidate::default()).chain(each).collect();
        let once = oracle.judge(&candidates, true).unwrap();
        assert_eq!(once[0].verdict, Verdict::Same, "{defined}");
        for _ in 0..60 / candidates.len() + 1 {
            assert_eq!(oracle.judge(&candidates, true).unwrap(), once, "{defined}");
        }
        check_agreement(&mut oracle, &candidates);
    }
}

#[apply(test)]
#[needs(R)]
fn drawn_inputs_in_r_show_what_kept_ones_show() {
    let n_tasks = amount(3, 5, 20);
    let [n_compared, n_refuted] = check_probes(Language::R, n_tasks, 20, 31);
    assert!(n_compared > n_tasks * 20 && n_refuted > n_tasks, "{n_compared} {n_refuted}");
}
