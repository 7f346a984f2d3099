//! What `check suite` says of the suite in this repository, and of bad ones.

use bench_slicers::check::{CheckOptions, CheckRule, check_suite};
use bench_slicers::suite::Suite;

use crate::support::{CRITERION, Folder, HEAD};

const NO_COMPILER: CheckOptions = CheckOptions { compile: false };

/// With compilers, `.ci/run` checks it in a step of its own.
#[apply(test)]
fn the_suite_keeps_its_promises() {
    let suite = Suite::embedded().unwrap();
    let check = check_suite(&suite, NO_COMPILER, &|_| ());
    let messages: Vec<String> = check.findings.iter().map(|finding| finding.problem.to_string()).collect();
    assert_eq!(messages, [""; 0]);
    assert_eq!(check.n_benchmarks, suite.benchmarks.len());
}

/// Findings without compilers when `gold` is the slice for `A` of line 4.
fn findings(gold: &str) -> Vec<(CheckRule, String)> {
    let folder = Folder::with_manifest(&format!("{HEAD}{CRITERION}"));
    folder.write("erlang/sum/gold/s4A.erl", gold);
    let check = check_suite(&folder.load(), NO_COMPILER, &|_| ());
    assert_eq!(check.is_good(), check.findings.is_empty());
    let dir = folder.path();
    let message = |text: String| text.replace(&*dir.to_string_lossy(), "DIR");
    check.findings.into_iter().map(|finding| (finding.rule, message(finding.problem.to_string()))).collect()
}

#[apply(test)]
fn a_gold_slice_may_only_delete() {
    assert_eq!(findings("main(N) ->\n    A = N + 1.\n"), []);
    assert_eq!(
        findings("main(N) ->\n\n    A = N + 2,\n    other().\n"),
        [(
            CheckRule::OnlyDeletes,
            "DIR/erlang/sum/gold/s4A.erl:3:13: `2` is not part of the program, nor are 2 nodes more\n\
             hint: a gold slice may only delete code; the nearest match is program.erl:4:13"
                .to_owned()
        )]
    );
}

#[apply(test)]
fn a_gold_slice_has_the_criterion_and_less_than_the_program() {
    assert_eq!(
        findings("main(N) ->\n\n\n    undef = N + 1.\n"),
        [(
            CheckRule::HasCriterion,
            "DIR/erlang/sum/gold/s4A.erl: the criterion `A` of line 4 is not in the slice\n\
             hint: keep the criterion, on its original line where another occurrence could be meant"
                .to_owned()
        )]
    );
    assert_eq!(
        findings(crate::support::PROGRAM),
        [(
            CheckRule::Smaller,
            "DIR/erlang/sum/gold/s4A.erl: the slice keeps every node of the program\n\
             hint: delete something that the criterion does not need, or choose another criterion"
                .to_owned()
        )]
    );
}

#[apply(test)]
fn a_gold_slice_fits_in_one_way() {
    let found = findings("main(_) ->\n    A = undef,\n    {A} .\n");
    let rules: Vec<CheckRule> = found.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(rules, [CheckRule::Unique], "{found:?}");
    assert_eq!(
        found[0].1,
        "DIR/erlang/sum/gold/s4A.erl: the slice fits the program in several ways: 2 nodes may be kept or \
         not\nhint: keep code on its original line; the first such node is `A` at \
         DIR/erlang/sum/program.erl:5:10"
    );
}

#[apply(test)]
fn a_gold_slice_parses() {
    let found = findings("main(N) ->\n    A = = N + 1.\n");
    assert_eq!(found[0].0, CheckRule::Parses, "{found:?}");
}

#[apply(test)]
fn an_alternative_contains_no_other_gold_slice() {
    let folder = Folder::with_manifest(&format!(
        "{HEAD}{CRITERION}[[criterion.alternative]]\ngold = \"gold/more.erl\"\nreason = \"a mistake\"\n"
    ));
    folder.write("erlang/sum/gold/more.erl", "main(N) ->\n\n\n    A = N + 1,\n    B = undef.\n");
    let check = check_suite(&folder.load(), NO_COMPILER, &|_| ());
    assert_eq!((check.n_golds, check.findings.len()), (2, 1));
    assert_eq!(check.findings[0].rule, CheckRule::Minimal);
    assert_eq!(check.findings[0].subject, "erlang/sum/s4A");
}

#[apply(test)]
#[needs(Erlang)]
fn what_its_compiler_refuses_is_a_finding() {
    let folder = Folder::with_manifest(&format!("{HEAD}{CRITERION}"));
    folder.write(
        "erlang/sum/gold/s4A.erl",
        "-module(program).\n-export([main/1]).\nmain(_) ->\n    A = N + 1.\n",
    );
    let check = check_suite(&folder.load(), CheckOptions::default(), &|_| ());
    let dir = folder.path();
    assert_eq!(check.findings.len(), 1, "{:?}", check.findings);
    let message = check.findings[0].problem.to_string().replace(&*dir.to_string_lossy(), "DIR");
    assert!(
        message.starts_with("DIR/erlang/sum/gold/s4A.erl: `erlc` refuses it: program.erl:4:"),
        "{message}"
    );
}

/// Imported slices have modules of their own name, in files that bear the program's.
#[apply(test)]
#[needs(Erlang)]
fn a_slice_is_compiled_under_the_name_of_its_module() {
    let folder = Folder::with_manifest(&format!("{HEAD}{CRITERION}"));
    folder.write(
        "erlang/sum/gold/s4A.erl",
        "-module(sum_slice1).\n-export([main/1]).\nmain(N) ->\n    A = N + 1.\n",
    );
    let check = check_suite(&folder.load(), CheckOptions::default(), &|_| ());
    assert_eq!(check.findings, []);
    assert_eq!(check.n_compiled, 2);
}
