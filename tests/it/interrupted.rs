//! Searches that are ended from outside, and machines without Erlang.

use std::os::unix::process::CommandExt;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use bench_slicers::error::{EXIT_DONE, EXIT_NOTHING_MEASURED};
use bench_slicers::random::Random;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::harness::amount;
use crate::support::{Folder, hear_interrupts, program, stderr, stdout};

/// A search that takes minutes, ended by a signal after a while.
fn ended_by(signal: Signal, after: Duration) -> Output {
    let mut command = program();
    command.args(["minimize", "erlang/word-count/s11Top", "--max-nodes", "unbounded", "--json"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    hear_interrupts(&mut command);
    let child = command.spawn().unwrap();
    std::thread::sleep(after);
    kill_process(Pid::from_child(&child), signal).unwrap();
    child.wait_with_output().unwrap()
}

#[apply(test)]
#[needs(Erlang)]
fn an_interrupted_search_keeps_the_best_slice_so_far() {
    for signal in [Signal::INT, Signal::TERM] {
        // On a busy machine the first signals may come before the search has begun.
        let is_smaller = (1..6).any(|n| {
            let summary = best_so_far(&ended_by(signal, Duration::from_secs(4 * n)));
            summary.is_some_and(|summary| summary["slice_nodes"].as_u64() < summary["nodes"].as_u64())
        });
        assert!(is_smaller, "{signal:?}: nothing was deleted");
    }
}

/// Whenever it comes, the slice is no larger than that of phase 1, and was confirmed; `None` when it came before the program
/// listened.
#[apply(test)]
#[needs(Erlang)]
fn a_search_that_is_ended_at_any_moment_keeps_at_least_the_slice_of_phase_1() {
    let n_moments = amount(3, 6, 50);
    let mut random = Random::new(7);
    let found = (0..n_moments).filter_map(|_| {
        let after = Duration::from_millis(200 + random.below(6_000) as u64);
        best_so_far(&ended_by(Signal::INT, after))
    });
    assert!(found.count() > n_moments / 2);
}

/// A program of more than 3,000 nodes, of which the value needs every function; the criterion is on line 4.
fn chain() -> String {
    let n_functions = 150;
    let value = (1..=n_functions).fold("L".to_owned(), |inner, n| format!("f{n}({inner})"));
    let function = |n: usize| {
        let (least, step) = (n % 3, n % 5 + 1);
        format!("f{n}([H | T]) when H > {least} -> [(H * {step} + 1) rem 101 | f{n}(T)];\nf{n}(_) -> [].\n")
    };
    let functions: String = (1..=n_functions).map(function).collect();
    format!(
        "-module(chain).\n-export([main/1]).\nmain(L) ->\n    Sum = lists:sum({value}),\n    Sum.\n{functions}"
    )
}

/// Wall time, and what is said, of a search with a budget.
fn within(budget: &str, task: &[&str]) -> (Duration, Value) {
    let begun = Instant::now();
    let output = program().arg("minimize").args(task).args(["--budget", budget, "--json"]).output().unwrap();
    let took = begun.elapsed();
    assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}", stderr(&output));
    (took, serde_json::from_str(&stdout(&output)).expect("JSON"))
}

/// Two seconds, from the start of the program. On a machine that does other things besides, what takes no time at all tells how
/// much longer everything takes.
#[apply(test)]
#[needs(Erlang)]
fn a_budget_of_a_second_is_kept_on_large_programs() {
    let folder = Folder::empty();
    folder.write("chain.erl", chain());
    let path = folder.path().join("chain.erl").display().to_string();
    let generated =
        [&path, "--line", "4", "--variable", "Sum", "--input", "[[]]", "--input", "[[3, 1, 4, 1, 5]]"];
    for (task, least) in [(&["erlang/calculator/s15Answer"][..], 1_100), (&generated[..], 3_000)] {
        let is_kept = (0..5).any(|_| {
            let (nothing, _) = within("0s", task);
            let (took, summary) = within("1s", task);
            assert!(summary["nodes"].as_u64() >= Some(least), "{summary}");
            assert_eq!(summary["proved"]["confirmed"], true);
            assert!(
                summary["slice_nodes"].as_u64() <= summary["phase_1"]["slice_nodes"].as_u64(),
                "{summary}"
            );
            // On an idle machine the start takes half a second.
            took <= Duration::from_secs(2).max(nothing.mul_f64(4.0))
        });
        assert!(is_kept, "{task:?}");
    }
}

fn best_so_far(output: &Output) -> Option<Value> {
    output.status.code()?;
    assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}", stderr(output));
    let summary: Value = serde_json::from_str(&stdout(output)).expect("JSON");
    assert_eq!(summary["proved"]["end"], "stopped");
    assert_eq!(summary["proved"]["unbounded"], false);
    assert_eq!(summary["proved"]["confirmed"], true);
    assert!(summary["files"][0]["text"].as_str().unwrap().contains("Top"));
    assert!(summary["slice_nodes"].as_u64() <= summary["phase_1"]["slice_nodes"].as_u64(), "{summary}");
    Some(summary)
}

#[apply(test)]
fn without_erlang_one_message_says_so() {
    let empty = tempfile::tempdir().unwrap();
    for args in [
        &["minimize", "erlang/interval-width/s10Width"][..],
        &["minimize", "erlang/interval-width/s10Width", "--max-nodes", "1", "--json"],
    ] {
        let output = program().args(args).env("PATH", empty.path()).output().unwrap();
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_NOTHING_MEASURED)), "{said}");
        assert!(said.starts_with("error: cannot start `erl`, which runs Erlang programs"), "{said}");
        assert!(said.contains("\nhint: install Erlang"), "{said}");
        assert_eq!(said.matches("error: ").count(), 1, "{said}");
        assert!(stdout(&output).is_empty());
    }
}
