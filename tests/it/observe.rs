//! `observe`: what a reducer is told of candidates.

use std::fs;
use std::process::Output;

use crate::support::{call, stderr, stdout};

const PROGRAM: &str = "import sys\n\ntotal = 0\nlines = 0\nfor word in sys.stdin:\n    total += int(word)\n    lines += 1\nprint(total)\n";

/// Lets a shell script reduce the program, with the criterion `total` of its last line.
fn observe(script: &str, inputs: &str) -> Output {
    observe_named("program.py", script, inputs)
}

fn observe_named(name: &str, script: &str, inputs: &str) -> Output {
    observe_with(&[], name, script, inputs)
}

fn observe_with(options: &[&str], name: &str, script: &str, inputs: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(path(name), PROGRAM).unwrap();
    fs::write(path("inputs"), inputs).unwrap();
    let (program, inputs) = (path(name), path("inputs"));
    let criterion = ["--line", "8", "--variable", "total", "--inputs", &inputs];
    let reducer = ["--", "sh", "-c", script, "sh", &program, "@TEST@"];
    call(&[&["observe", &program][..], options, &criterion, &reducer].concat())
}

const INPUT: &str = "{\"args\":[],\"stdin\":\"3\\n4\\n\"}\n";

#[apply(test)]
#[needs(Python)]
fn a_candidate_is_a_slice_when_it_is_of_the_program_and_has_its_values() {
    let script = "test=$2; cd \"${1%/*}\"
        tell() { sed \"$1\" program.py >candidate.py; \"$test\" candidate.py; echo \"$1 $?\"; }
        tell ''; tell /lines/d; tell /total.+=/d; tell 8d; tell s/lines/count/; tell /for/d
        \"$test\" \"$PWD/nowhere.py\"; echo $?";
    let output = observe(script, INPUT);
    let told = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{told}{}", stderr(&output));
    let expected = [" 0", "/lines/d 0", "/total.+=/d 1", "8d 1", "s/lines/count/ 1", "/for/d 1", "1"];
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines, expected, "{told}");
    assert!(stderr(&output).contains("7 candidates, 2 of them slices"), "{}", stderr(&output));
}

/// Names are names, whatever a shell makes of such characters.
#[apply(test)]
#[needs(Python)]
fn names_of_files_are_no_commands() {
    for name in ["a b.py", "a$(exit 7).py", "it's \"so\".py", "a}`b`;c.py"] {
        let output = observe_named(name, "cd \"${1%/*}\"; \"$2\"; echo $?", INPUT);
        assert_eq!(stdout(&output).trim(), "0", "{name}: {}", stderr(&output));
    }
}

#[apply(test)]
#[needs(Python)]
fn what_ends_without_an_answer_says_why() {
    let failed = observe("exit 3", INPUT);
    assert_eq!(failed.status.code(), Some(2), "{}", stderr(&failed));
    assert!(stderr(&failed).contains("exit 3"), "{}", stderr(&failed));
    let unreached = observe("exit 0", "{\"args\":[],\"stdin\":\"none\"}\n");
    assert_eq!(unreached.status.code(), Some(2), "{}", stderr(&unreached));
    assert!(stderr(&unreached).contains("reaches the criterion"), "{}", stderr(&unreached));
}

/// Reducers work for hours: only a limit that was asked for ends one.
#[apply(test)]
#[needs(Python)]
fn a_reducer_has_as_long_as_it_is_given() {
    let slow = observe_with(&["--timeout", "0.3"], "program.py", "sleep 20", INPUT);
    assert_eq!(slow.status.code(), Some(2), "{}", stderr(&slow));
    assert!(stderr(&slow).contains("did not end within 0.3 s"), "{}", stderr(&slow));
    let patient = observe_with(&["--timeout", "20"], "program.py", "sleep 0.5", INPUT);
    assert_eq!(patient.status.code(), Some(0), "{}", stderr(&patient));
}
