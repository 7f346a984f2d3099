//! `minimize --write-gold`: gold slices and certificates written whole or not at all, kept when they are minimal.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use bench_slicers::error::{EXIT_COULD_NOT, EXIT_DONE, EXIT_NEGATIVE};
use bench_slicers::suite::Evidence;

use crate::harness::is_slow;
use crate::support::{CRITERION, Folder, GOLD, HEAD, PROGRAM, call, stderr, stdout};

const TASK: &str = "erlang/sum/s4A";
const GOLD_PATH: &str = "erlang/sum/gold/s4A.erl";
const CERTIFICATE: &str = "erlang/sum/gold/s4A.cert.json";
/// The program as it is: a slice that is not minimal.
const LARGE: &str = PROGRAM;

fn write_gold(folder: &Folder, more: &[&str]) -> Output {
    let path = folder.path();
    let args = ["minimize", TASK, "--write-gold", "--fresh", "10000", "--suite", path.to_str().unwrap()];
    call(&[&args[..], more].concat())
}

fn check_certificates(folder: &Folder) -> Output {
    call(&["check", "certificates", "--full", "--suite", folder.path().to_str().unwrap()])
}

fn read(folder: &Folder, path: &str) -> String {
    fs::read_to_string(folder.path().join(path)).unwrap()
}

/// Path and content of every file, hidden ones included.
fn files(folder: &Folder) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.path()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path.clone());
            } else {
                found.insert(path.clone(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Whether the slice has this code, white space apart.
fn has_code(text: &str, lines: &[&str]) -> bool {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).eq(lines.iter().copied())
}

#[apply(test)]
#[needs(Erlang)]
fn a_missing_or_larger_gold_slice_is_written_with_its_certificate() {
    for is_there in [false, true] {
        let folder = Folder::with_input();
        if is_there {
            folder.write(GOLD_PATH, LARGE);
        } else {
            fs::remove_dir_all(folder.path().join("erlang/sum/gold")).unwrap();
        }
        let before = files(&folder).len();
        let output = write_gold(&folder, &[]);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}", stderr(&output));
        assert_eq!(stderr(&output).contains("raise `revision`"), is_there, "{}", stderr(&output));
        let gold = read(&folder, GOLD_PATH);
        let expected = ["-module(program).", "-export([main/1]).", "main(N) ->", "A = N + 1,", "undef."];
        assert!(has_code(&gold, &expected), "{gold}");
        assert!(gold.lines().all(|line| line == line.trim_end()), "{gold:?}");
        assert_eq!(files(&folder).len(), before + if is_there { 1 } else { 2 });
        assert_eq!(folder.evidence(), Some(Evidence::Certified));
        let output = check_certificates(&folder);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}", stdout(&output));
    }
}

#[apply(test)]
#[needs(Erlang)]
fn a_minimal_gold_slice_and_its_alternatives_stay() {
    let alternative = "[[criterion.alternative]]\ngold = \"gold/other.erl\"\nreason = \"again\"\n";
    let folder = Folder::with_manifest(&format!("{HEAD}[[input]]\nargs = [\"2\"]\n{CRITERION}{alternative}"));
    folder.write("erlang/sum/gold/other.erl", GOLD);
    let before = files(&folder);
    let output = write_gold(&folder, &[]);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}", stderr(&output));
    assert!(stderr(&output).contains("left as it is"), "{}", stderr(&output));
    let mut after = files(&folder);
    assert!(after.remove(&folder.path().join(CERTIFICATE)).is_some());
    assert_eq!(after, before);
    assert_eq!(check_certificates(&folder).status.code(), Some(i32::from(EXIT_DONE)));

    // What is found instead of a gold slice that is not minimal is not listed twice.
    folder.write(GOLD_PATH, LARGE);
    let before = files(&folder);
    let output = write_gold(&folder, &[]);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)));
    assert!(stderr(&output).contains("the slice found is the same as"), "{}", stderr(&output));
    assert_eq!(files(&folder), before);

    // Nor is anything written beside an alternative that is not minimal.
    folder.write("erlang/sum/gold/other.erl", LARGE);
    let before = files(&folder);
    let output = write_gold(&folder, &[]);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)));
    assert!(stderr(&output).contains("is not minimal"), "{}", stderr(&output));
    assert_eq!(files(&folder), before);
}

#[apply(test)]
#[needs(Erlang)]
fn programs_of_several_files_have_gold_folders() {
    let head = HEAD.replace("\"program.erl\"", "[\"program.erl\", \"helper.erl\"]");
    let folder = Folder::empty();
    folder.write("erlang/sum/benchmark.toml", format!("{head}[[input]]\nargs = [\"2\"]\n{CRITERION}"));
    let program = "-module(program).\n-export([main/1]).\nmain(N) ->\n    A = helper:one(N),\n    {A, N}.\n";
    folder.write("erlang/sum/program.erl", program);
    folder.write(
        "erlang/sum/helper.erl",
        "-module(helper).\n-export([one/1, two/1]).\none(N) -> N + 1.\ntwo(N) -> N.\n",
    );
    for _ in 0..2 {
        let output = write_gold(&folder, &[]);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}", stderr(&output));
        let helper = read(&folder, "erlang/sum/gold/s4A/helper.erl");
        assert!(
            has_code(&helper, &["-module(helper).", "-export([one/1]).", "one(N) -> N + 1."]),
            "{helper}"
        );
        assert_eq!(files(&folder).len(), 6);
        assert_eq!(check_certificates(&folder).status.code(), Some(i32::from(EXIT_DONE)));
    }
}

#[apply(test)]
#[needs(Erlang)]
fn what_was_written_is_tampered_with_in_vain() {
    let folder = Folder::with_input();
    fs::remove_dir_all(folder.path().join("erlang/sum/gold")).unwrap();
    assert_eq!(write_gold(&folder, &[]).status.code(), Some(i32::from(EXIT_DONE)));
    for path in [GOLD_PATH, "erlang/sum/program.erl"] {
        let text = read(&folder, path);
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            folder.write(path, &bytes);
            assert!(matches!(folder.evidence(), None | Some(Evidence::Asserted)), "{path}, byte {at}");
        }
        folder.write(path, &text);
    }
    let text = read(&folder, CERTIFICATE);
    let numbers = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at);
    for at in numbers.step_by(text.len() / 20) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        folder.write(CERTIFICATE, &bytes);
        let output = check_certificates(&folder);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_NEGATIVE)), "byte {at}: {}", stderr(&output));
    }
    folder.write(CERTIFICATE, &text);
    assert_eq!(check_certificates(&folder).status.code(), Some(i32::from(EXIT_DONE)));
}

/// Checks that the gold slice of this program is refused with one message that says this, and nothing written.
fn check_refused(manifest: &str, program: &str, more: &[&str], expected: &str) {
    let folder = Folder::with_manifest(manifest);
    folder.write("erlang/sum/program.erl", program);
    folder.write(GOLD_PATH, program);
    let before = files(&folder);
    let output = write_gold(&folder, more);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)), "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{said}");
    assert!(said.contains(expected), "{expected}: {said}");
    assert_eq!(files(&folder), before);
}

#[apply(test)]
#[needs(Erlang)]
fn nothing_is_written_for_what_cannot_be_minimised() {
    let manifest = format!("{HEAD}{CRITERION}");
    let check = |body: &str, expected: &str| {
        let program = format!("-module(program).\n-export([main/1]).\nmain(N) ->\n    A = N, {body}\n");
        check_refused(&manifest, &program, &[], expected);
    };
    check("unknown(A).", "does not compile");
    check("loop(A).\nloop(A) -> loop(A).", "runs out of fuel on every input");
    check("{A, self()}.", "cannot be run as part of a candidate");
    let early = "-module(program).\n-export([main/1]).\nmain(N) ->\n    A = hd(error({bad, N})), A.\n";
    check_refused(&manifest, early, &[], "crashes on every input");
    let dead = "-module(program).\n-export([main/1]).\nmain(N) -> N.\nf(N) -> A = N, A.\n";
    check_refused(&manifest, dead, &[], "reaches the criterion");

    let only = "-module(program).\n-export([main/1]).\nmain(N) ->\n    A = N + 1,\n    {A, A}.\n";
    check_refused(&manifest, only, &["--budget", "1"], "the search ended before");
    check_refused(&manifest, only, &["--granularity", "line"], "not in statements or lines");
    let without = manifest.replace("entry = \"main/1\"\n", "");
    check_refused(&without, only, &[], "add `entry = \"main/1\"`");
}

#[apply(test)]
fn gold_slices_need_a_task_and_a_folder() {
    let output = call(&["minimize", "erlang/interval-width/s10Width", "--write-gold"]);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)));
    assert!(stderr(&output).contains("--suite DIR"), "{}", stderr(&output));
    let folder = Folder::with_input();
    let file = folder.path().join("erlang/sum/program.erl");
    let file = file.to_str().unwrap();
    let output = call(&["minimize", file, "--line", "4", "--variable", "A", "--write-gold"]);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)), "{}", stderr(&output));
    assert!(Path::new(file).exists());
}

/// Two clauses of which each input takes one; the criterion is `A`.
const CHOICE: &str = "-module(program).\n-export([main/1]).\nmain(N) ->\n    A = case N of\n        2 -> 30;\n        _ -> N * 5\n    \
                      end,\n    {A, N}.\n";

fn choice(criterion: &str) -> Folder {
    let inputs = "[[input]]\nargs = [\"2\"]\n[[input]]\nargs = [\"7\"]\n";
    let folder = Folder::with_manifest(&format!("{HEAD}{inputs}{criterion}"));
    folder.write("erlang/sum/program.erl", CHOICE);
    fs::remove_dir_all(folder.path().join("erlang/sum/gold")).unwrap();
    folder
}

/// A slice that speaks of one input: other inputs are neither drawn for its search, nor for its certificate, nor for answers.
#[apply(test)]
#[needs(Erlang)]
fn a_dynamic_gold_slice_is_certified_on_its_input_alone() {
    let (left, right) = ("-> 30", "-> N * 5");
    for (input, kept, gone) in [(1, left, right), (2, right, left)] {
        let criterion = format!("{CRITERION}kind = \"dynamic\"\ninput = {input}\n");
        let folder = choice(&criterion);
        let output = write_gold(&folder, &["--input", "[9]"]);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)));
        assert!(stderr(&output).contains("speaks of the one input"), "{}", stderr(&output));
        let output = write_gold(&folder, &[]);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}", stderr(&output));
        assert!(stderr(&output).contains("a slice for these inputs alone"), "{}", stderr(&output));
        let gold = read(&folder, GOLD_PATH);
        assert!(gold.contains(kept) && !gold.contains(gone), "{gold}");
        assert_eq!(folder.evidence(), Some(Evidence::Certified));
        let output = check_certificates(&folder);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}", stdout(&output));

        let (path, out) = (folder.path(), tempfile::tempdir().unwrap());
        let args =
            ["--out", out.path().to_str().unwrap(), "--format", "json", "--suite", path.to_str().unwrap()];
        let output = call(&[&["run", "--slicer", "qm-dynamic"], &args[..]].concat());
        let rows: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        assert_eq!((&rows[0]["status"], &rows[0]["f1"]), (&"answered".into(), &1.0.into()), "{rows}");

        // Of several inputs it would be another slice.
        let certificate = read(&folder, CERTIFICATE);
        let dynamic: serde_json::Value = serde_json::from_str(&certificate).unwrap();
        folder.write(
            CERTIFICATE,
            certificate.replace("\"values\": {\"inputs\":1,", "\"values\": {\"inputs\":2,"),
        );
        assert_eq!(dynamic["values"]["inputs"], 1, "{certificate}");
        assert_eq!(folder.evidence(), Some(Evidence::Asserted), "{certificate}");
    }
    let folder = choice(CRITERION);
    let output = write_gold(&folder, &[]);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}", stderr(&output));
    let gold = read(&folder, GOLD_PATH);
    assert!(gold.contains(left) && gold.contains(right), "{gold}");
}

/// A certificate that proves less than it could says so at once, with the reason and what to do, in the words of `check suite`; and what
/// is said of the search is what is in the file.
#[apply(test)]
#[needs(Erlang)]
fn a_certificate_that_does_not_certify_says_why() {
    let check = |program: &str, more: &[&str], ended: Option<&str>, expected: &[&str]| {
        let folder = Folder::with_input();
        folder.write("erlang/sum/program.erl", program);
        fs::remove_dir_all(folder.path().join("erlang/sum/gold")).unwrap();
        let path = folder.path();
        let args = ["minimize", TASK, "--write-gold", "--suite", path.to_str().unwrap()];
        let output = call(&[&args[..], more].concat());
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{said}");
        expected.iter().for_each(|expected| assert!(said.contains(expected), "{expected}: {said}"));
        let certificate: serde_json::Value = serde_json::from_str(&read(&folder, CERTIFICATE)).unwrap();
        let written = certificate["refutation"]["ended"].as_str();
        assert_eq!(written, ended, "{certificate}");
        let n_inputs = certificate["inputs"].as_array().unwrap().len();
        let on_inputs = format!("on {n_inputs} inputs");
        assert_eq!(said.matches(&on_inputs).count(), 2, "{said}");
        let is_certified = folder.evidence() == Some(Evidence::Certified);
        assert_eq!(said.contains("warning: "), !is_certified, "{said}");
        let checked = call(&["check", "suite", "--no-compile", "--suite", folder.path().to_str().unwrap()]);
        assert_eq!(stdout(&checked).contains("inputs to refute the gold slice, not 10000"), !is_certified);
    };
    check(PROGRAM, &[], None, &["no set of nodes, however large, can go"]);
    check(PROGRAM, &["--max-nodes", "1"], None, &["no single node can go on"]);
    let few = &[
        "warning: ",
        "tried 100 inputs to refute the gold slice, not 10000",
        "`bench-slicers check certificates --write`",
    ];
    check(PROGRAM, &["--fresh", "30"], None, few);
    // A program that takes its time: it ends, and too late for thousands of inputs.
    if is_slow() {
        let slow = "-module(program).\n-export([main/1]).\nmain(N) ->\n    A = N + wait(18000),\n    {A, N}.\nwait(0) -> 0;\nwait(K) -> wait(K - 1).\n";
        let costly = &[
            "no more since the program spends too much fuel",
            "not 10000: the program spent too much fuel",
            "hint: make a program of it",
        ];
        check(slow, &["--max-nodes", "1"], Some("fuel"), costly);
    }
}

/// A deletion that makes the program take longer, and nothing else, is no reason to keep anything: such a slice is not certified. One
/// that never ends is, and is counted.
#[apply(test)]
#[needs(Erlang)]
fn what_only_takes_longer_is_no_witness() {
    let program = |first: &str| {
        format!(
            "-module(program).\n-export([main/1]).\nmain(N) ->\n    A = mug({first}, 0),\n    {{A, N}}.\ncap(K) when K > 40 -> 40;\ncap(K) -> K.\n\
             mug(K, C) when K > 0 -> mug(K - 1, more(C));\nmug(_, C) -> C.\nmore(C) when C > 5 -> 6;\nmore(C) -> C + 1.\n"
        )
    };
    let inputs = "[[input]]\nargs = [\"2\"]\n[[input]]\nargs = [\"5000\"]\n";
    let folder = Folder::with_manifest(&format!("{HEAD}{inputs}{CRITERION}"));
    fs::remove_dir_all(folder.path().join("erlang/sum/gold")).unwrap();
    folder.write("erlang/sum/program.erl", program("cap(N rem 10000)"));
    let before = files(&folder);
    let output = write_gold(&folder, &["--max-nodes", "1"]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)), "{said}");
    assert!(said.contains("has the same values after more than ten times the program's fuel"), "{said}");
    assert_eq!(files(&folder), before);

    folder.write("erlang/sum/program.erl", program("N rem 40"));
    let output = write_gold(&folder, &["--max-nodes", "1"]);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}", stderr(&output));
    let output = call(&["check", "certificates", "--suite", folder.path().to_str().unwrap()]);
    assert!(stdout(&output).contains(" by fuel alone), 0 tasks without: 0 defects"), "{}", stdout(&output));
    assert!(
        stderr(&output).contains("erlang/sum/s4A: without what is at program.erl:8:"),
        "{}",
        stderr(&output)
    );
}

/// A gold slice made by hand is certified at the depth that is asked for.
#[apply(test)]
#[needs(Erlang)]
fn certificates_are_written_as_deep_as_asked_for() {
    let folder = Folder::with_input();
    let path = folder.path();
    for (more, depth) in [(&["--max-nodes", "1"][..], 1.into()), (&[], serde_json::Value::from("unbounded"))]
    {
        let args = ["check", "certificates", "--write", "--suite", path.to_str().unwrap()];
        let output = call(&[&args[..], more].concat());
        assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}", stdout(&output));
        let certificate: serde_json::Value = serde_json::from_str(&read(&folder, CERTIFICATE)).unwrap();
        assert_eq!(certificate["slices"][0]["depth"], depth, "{more:?}");
    }
}
