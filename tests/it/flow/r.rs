//! Small programs in R.

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::builtin::{ProgramGraph, Variant};
use bench_slicers::language::Language;

use super::slice_in;

/// Checks the slice of an R program, blank lines left out.
fn check_r(text: &str, criterion: &str, expected: &str) {
    let sliced = slice_in(Language::R, text, criterion, Variant::CeEdg);
    assert_eq!(sliced, expected.trim_end(), "{text}");
}

#[apply(test)]
fn r_copies_lists_and_shares_environments() {
    check_r(
        "x <- list(a = 1, b = 2)\ny <- x\nx$a <- 5\ny$b <- 7\nz <- y$a\nprint(z)\n",
        "z",
        "x <- list(a = 1)\ny <- x\nz <- y$a\nprint(z)\n",
    );
    check_r(
        "e <- new.env()\nf <- e\ne$a <- 5\nf$b <- 7\nz <- f$a\nprint(z)\n",
        "z",
        "e <- new.env()\nf <- e\ne$a <- 5\nz <- f$a\nprint(z)\n",
    );
}

#[apply(test)]
fn parts_of_parts_are_told_apart_in_r() {
    check_r(
        "x <- list(n = list(c = 1, d = 2))\nx$n$c <- 3\nx$n$d <- 4\nnames(x)\nz <- x$n$c\nprint(z)\n",
        "z",
        "x <- list(n = list())\nx$n$c <- 3\nz <- x$n$c\nprint(z)\n",
    );
}

#[apply(test)]
fn r_evaluates_arguments_where_their_parameters_are_read() {
    // What fails is handled by the function that is called.
    let text = "safe <- function(x) tryCatch(x, error = function(e) 0)\nfail <- function(a) {\n  if (a > 1) stop(\"a\")\n  a\n}\n\
                z <- safe(fail(3))\nprint(z)\n";
    check_r(text, "z", &text.replace("function(e)", "function(._1)"));
    // The variable is read when the function runs that has it.
    let text = "make <- function(x) function() x\ny <- 1\nf <- make(y)\ny <- 2\nz <- f()\nprint(z)\n";
    check_r(text, "z", text);
    // What arguments do is done where they are read.
    let text = "v <- 1\ng <- function() {\n  v <<- v + 1\n  v\n}\nh <- function(a, b) a + b\nw <- h(g(), g())\nprint(v)\n";
    check_r(text, "v", text);
    // Reading it first decides which value it has later.
    let text = "n <- 1\nup <- function(x) {\n  x\n  n <<- n + 1\n  x\n}\nz <- up(n)\nprint(z)\n";
    check_r(text, "z", &text.replace("  n <<- n + 1\n", ""));
}

#[apply(test)]
fn defaults_of_r_see_what_the_function_has_made() {
    let text = "f <- function(a, b = t * 2) {\n  t <- a + 1\n  u <- a\n  b\n}\nz <- f(1)\nprint(z)\n";
    check_r(text, "z", &text.replace("  u <- a\n", ""));
}

#[apply(test)]
fn arms_of_a_switch_in_r_stay_where_another_would_be_taken() {
    let text = "k <- commandArgs(TRUE)[1]\nz <- 0\nw <- 0\nswitch(k, a = , b = {\n  z <- 1\n}, c = {\n  w <- 2\n}, d = {\n  z <- 3\n}, {\n  z <- 4\n})\n\
                print(z)\n";
    let sliced = slice_in(Language::R, text, "z", Variant::CeEdg);
    assert!(sliced.contains("a = , b = {") && sliced.contains("c =") && !sliced.contains("w <-"), "{sliced}");
}

#[apply(test)]
fn methods_of_r_are_found_by_their_names() {
    let text = "area <- function(s, ...) UseMethod(\"area\")\narea.default <- function(s, ...) 0\narea.box <- function(s, ...) s$w\n\
                name <- function(s) UseMethod(\"name\")\nname.box <- function(s) s$n\n\
                b <- structure(list(w = 2, n = \"x\"), class = \"box\")\nz <- area(b)\nprint(name(b))\nprint(z)\n";
    let sliced = slice_in(Language::R, text, "z", Variant::CeEdg);
    assert!(sliced.contains("area.box <- function(s, ...) s$w") && !sliced.contains("name"), "{sliced}");
    assert!(sliced.contains("list(w = 2), class = \"box\""), "{sliced}");
}

#[apply(test)]
fn what_a_function_of_r_does_on_its_exit_is_done_on_all_ways_out() {
    let text = "n <- 0\nm <- 0\nf <- function(a) {\n  on.exit(n <<- n + a)\n  m <<- 1\n  if (a > 1) return(1)\n  2\n}\nf(3)\nprint(n)\n";
    let sliced = slice_in(Language::R, text, "n", Variant::CeEdg);
    assert!(sliced.contains("on.exit(n <<- n + a)") && !sliced.contains("m <<-"), "{sliced}");
}

#[apply(test)]
fn what_may_reach_everything_in_r_keeps_the_program_whole() {
    let text = "x <- 1\ny <- 2\neval(parse(text = \"y <- x\"))\nprint(y)\n";
    check_r(text, "y", text);
    let tree = Tree::parse(Language::R, &[SourceFile::new("program.R", text)]);
    let notes = ProgramGraph::build(&tree, Variant::CeEdg).notes();
    let places: Vec<&str> = notes.iter().filter_map(|note| note.node).map(|node| tree.text(node)).collect();
    assert_eq!(places, ["eval(parse(text = \"y <- x\"))"]);
}
