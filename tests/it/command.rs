//! Commands as oracle: what the page on them shows, what they are asked and in which order, and what cannot judge.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use bench_slicers::error::{EXIT_COULD_NOT, EXIT_DONE};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::documented;
use crate::support::{Folder, call_in, done_in, program, root, stderr, stdout, unset_settings};

const DOCUMENT: &str = "docs/COMMANDS.md";

/// Runs the commands of the page that minimise this program, and compares with what the page says they print.
fn follow(name: &str) {
    let folder = tempfile::tempdir().unwrap();
    documented::write_shown(DOCUMENT, folder.path());
    let page = fs::read_to_string(root(DOCUMENT)).unwrap();
    let mut is_found = false;
    for line in documented::commands(DOCUMENT) {
        let is_asked = line.contains(&format!("minimize {name}"));
        if line.starts_with("bench-slicers") && !is_asked {
            continue;
        }
        let (exit_code, said) = documented::run(&line, folder.path());
        assert_eq!(exit_code, Some(0), "{line}\n{said}");
        if is_asked {
            is_found = true;
            // The last line is what is proved.
            let lines = said.trim_end().lines().map(str::trim_end).collect::<Vec<_>>();
            let slice = lines[..lines.len() - 1].join("\n");
            let shown = format!("```text\n{slice}\n```");
            assert!(page.contains(&shown), "the page shows something else for {name}:\n{said}");
        }
    }
    assert!(is_found, "{name} is not minimised on the page");
}

#[apply(test)]
#[needs(Bash)]
fn the_shell_script_of_the_page_is_minimised_by_lines() {
    follow("sums.sh");
}

#[apply(test)]
#[needs(Go)]
fn the_go_program_of_the_page_is_minimised_by_lines() {
    follow("tally.go");
}

#[apply(test)]
#[needs(Python)]
fn the_python_program_of_the_page_is_minimised_by_expressions() {
    follow("spread.py");
}

#[apply(test)]
#[needs(Node)]
fn the_javascript_program_of_the_page_is_minimised_by_statements() {
    follow("cart.js");
}

/// A program of a shell; its output is the sum.
const SHELL: &str = "\
# Sum and product.
sum=0
product=1
for n in 1 2 3; do
  sum=$((sum + n))
  product=$((product * n))
  if true; then
    product=7
  fi
done
echo $sum
";

/// What is left of a text, one line behind the other.
fn left(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).map(str::trim).collect();
    lines.join("; ")
}

#[apply(test)]
fn programs_are_minimised_by_lines_with_a_command() {
    let folder = Folder::empty();
    folder.write("sums.sh", SHELL);
    let minimized = |more: &[&str]| {
        let args = ["minimize", "sums.sh", "--line", "2"];
        let words = ["--oracle-command", "sh", "{program}"];
        let output = call_in(&folder.path(), &[&args[..], more, &words[..]].concat());
        assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}", stderr(&output));
        let text = stdout(&output);
        assert_eq!(text.lines().count(), SHELL.lines().count());
        (left(&text), stderr(&output))
    };
    let (left, said) = minimized(&[]);
    assert_eq!(left, "sum=0; for n in 1 2 3; do; sum=$((sum + n)); done; echo $sum");
    assert!(said.contains("5 of 11 lines after ") && said.contains("no two lines can go"), "{said}");
    let (left, said) = minimized(&["--max-nodes", "1"]);
    assert!(left.contains("sum=$((sum + n))") && said.contains("no line of them can go"), "{left} {said}");
    let (left, said) = minimized(&["--budget", "1"]);
    assert!(left.contains("echo $sum") && said.contains("after 1 candidates"), "{left} {said}");
}

/// Neither the slice nor the number of candidates depends on how many are judged at the same time, and no text is judged
/// twice: the command notes what it runs.
#[apply(test)]
fn what_is_found_does_not_depend_on_the_number_of_workers() {
    let folder = Folder::empty();
    folder.write("sums.sh", SHELL);
    folder.write("noting.sh", "cat \"$1\" >\"$2/seen/$$-$(date +%N)\"\nexec sh \"$1\"\n");
    let mut found = Vec::new();
    for jobs in ["1", "3"] {
        let seen = folder.path().join("seen");
        fs::create_dir_all(&seen).unwrap();
        let args = ["minimize", "sums.sh", "--json", "--line", "2", "--workers", jobs];
        let command = ["--oracle-command", "sh", "{here}/noting.sh", "{program}", "{here}"];
        let stored = done_in(&folder.path(), &[&args[..], &command[..]].concat());
        let stored: Value = serde_json::from_str(&stored).unwrap();
        let texts =
            fs::read_dir(&seen).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        texts.for_each(|text| *times.entry(text).or_default() += 1);
        // The original is run twice.
        assert_eq!(times.remove(SHELL), Some(2));
        let twice: Vec<&String> = times.iter().filter(|(_, n)| **n > 1).map(|(text, _)| text).collect();
        assert!(twice.is_empty(), "judged twice: {twice:?}");
        let n_judged = stored["candidates"].as_u64().unwrap() + stored["candidates_ahead"].as_u64().unwrap();
        // What was ended since it was not needed any more is in neither number.
        assert!(times.len() as u64 >= n_judged, "{} {n_judged}", times.len());
        found.push((stored["files"].clone(), stored["candidates"].clone(), stored["proved"].clone()));
        fs::remove_dir_all(&seen).unwrap();
    }
    assert_eq!(found[0], found[1]);
}

/// What is stored of a search says on what it rests.
#[apply(test)]
fn what_is_stored_names_commands_inputs_and_version() {
    let folder = Folder::empty();
    folder.write("sums.sh", "read n\nx=1\necho \"@ $n $1\"\n");
    folder.write("numbers", "5\n");
    folder.write("inputs", "a < numbers\n\n'b c'\n");
    let args = ["minimize", "sums.sh", "--json", "--line", "3", "--inputs", "inputs", "--oracle-marker", "@"];
    let command = ["--oracle-version", "echo 'shell 7'", "--oracle-command", "sh", "{program}", "{args}"];
    let stored = done_in(&folder.path(), &[&args[..], &command[..]].concat());
    let stored: Value = serde_json::from_str(&stored).unwrap();
    assert_eq!(stored["runtime"], "shell 7");
    assert_eq!(stored["inputs"]["kept"], serde_json::json!([["a"], ["b c"]]));
    assert_eq!(stored["oracle"]["stdin"], serde_json::json!(["5\n", ""]));
    assert_eq!(stored["oracle"]["command"], serde_json::json!(["sh", "{program}", "{args}"]));
    assert_eq!((&stored["proved"]["depth"], &stored["oracle"]["unit"]), (&2.into(), &"line".into()));
    assert_eq!(left(stored["files"][0]["text"].as_str().unwrap()), "read n; echo \"@ $n $1\"");
    folder.write("stored.json", stdout(&call_in(&folder.path(), &[&args[..], &command[..]].concat())));
    done_in(&folder.path(), &["report", "--format", "latex", "--minimized", "stored.json"]);
}

/// A line of code beside the criterion, before and behind it, with its indentation; what the program prints besides does
/// not count, nor does how it ends.
#[apply(test)]
fn a_line_beside_the_criterion_prints_its_values() {
    let folder = Folder::empty();
    folder.write("p.sh", "for n in 1 2; do\n  m=$((n * 2))\n  k=$((m + 1))\n  echo $k\ndone\nexit 3\n");
    for (flag, expected) in [
        ("--oracle-after", "for n in 1 2; do; m=$((n * 2)); k=$((m + 1)); done"),
        // Before the line, the value is that of the round before.
        ("--oracle-before", "for n in 1 2; do; m=$((n * 2)); k=$((m + 1)); done"),
    ] {
        let args =
            ["minimize", "p.sh", "--line", "3", "--variable", "k", flag, "echo \"@ {line} ${variable}\""];
        let command = ["--oracle-marker", "@", "--oracle-command", "sh", "{program}"];
        assert_eq!(left(&done_in(&folder.path(), &[&args[..], &command[..]].concat())), expected);
    }
}

/// A benchmark with commands is minimised by its name; each kind of flaw has its place.
#[apply(test)]
fn a_benchmark_may_have_commands() {
    let manifest = "\
format = 1
title = \"sums\"
source = \"here\"
program = \"program.sh\"

[oracle]
command = [\"sh\", \"{program}\", \"{args}\"]
env = { STEP = \"2\" }
after = 'echo \"@ ${variable}\"'
marker = \"@\"

[[input]]
args = [\"4\"]

[[criterion]]
id = \"s3Sum\"
line = 3
variable = \"sum\"
";
    let folder = Folder::empty();
    folder.write("suite/shell/sums/program.sh", "n=$1\necho $n\nsum=$((n + STEP))\nexit $sum\n");
    let toml = "suite/shell/sums/benchmark.toml";
    folder.write(toml, manifest);
    let call = || call_in(&folder.path(), &["minimize", "shell/sums/s3Sum", "--suite", "suite"]);
    let output = call();
    assert_eq!(left(&stdout(&output)), "n=$1; sum=$((n + STEP))", "{}", stderr(&output));
    let gold = ["minimize", "shell/sums/s3Sum", "--suite", "suite", "--write-gold"];
    assert!(stderr(&call_in(&folder.path(), &gold)).contains("cannot be certified"));
    for (from, to, why) in [
        (
            "\"{program}\", ",
            "",
            "benchmark.toml:6:1: the oracle cannot judge: neither the build nor the command",
        ),
        (", \"{args}\"", "", "where the arguments of inputs go"),
        ("marker = \"@\"\n", "", "what the inserted line prints"),
        ("marker = \"@\"", "marker = \"\"", "the marker is empty"),
        ("marker = \"@\"", "marker = \"@\"\ntimeout-s = 0", "time limit is not above 0"),
        ("env = ", "enw = ", "unknown field `enw`"),
    ] {
        folder.write(toml, manifest.replace(from, to));
        let said = stderr(&call());
        assert!(said.contains(why), "{to}: {said}");
    }
}

/// A grammar stands in front of the command: what it does not read is not run. C has an oracle of its own, and goes with a
/// command, too.
#[apply(test)]
#[needs(Gcc)]
fn programs_with_an_oracle_of_their_own_go_with_a_command_too() {
    let folder = Folder::empty();
    let text = "#include <stdio.h>\nint main(int argc, char **argv) {\n  int a = argc * 2;\n  int b = 5;\n  \
                b = b + 1;\n  printf(\"@ %d\\n\", a);\n  printf(\"%d\\n\", b);\n  return 0;\n}\n";
    folder.write("two.c", text);
    let args = ["minimize", "two.c", "--line", "6", "--variable", "a", "--granularity", "statement"];
    let command = ["--input", "", "--input", "x y", "--oracle-marker", "@", "--oracle-build"];
    let build = ["gcc -w -o {dir}/two {program}", "--oracle-command", "{dir}/two", "{args}"];
    let output = call_in(&folder.path(), &[&args[..], &command[..], &build[..]].concat());
    let (text, said) = (stdout(&output), stderr(&output));
    assert!(text.contains("int a = argc * 2;") && text.contains("printf(\"@ %d\\n\", a)"), "{text}{said}");
    assert!(!text.contains("b = b + 1") && !text.contains("printf(\"%d\\n\", b)"), "{text}{said}");
    assert!(said.contains("no statement of them can go on 2 inputs"), "{said}");
}

#[apply(test)]
fn commands_that_cannot_judge_are_refused() {
    let folder = Folder::empty();
    folder.write("sums.sh", SHELL);
    for (more, words, why) in [
        (&[][..], &["sh", "sums.sh"][..], "says where the program goes"),
        (&[], &["false", "{program}"], "exit 1"),
        (&[], &["sh", "-c", "echo no such >&2; exit 2", "{program}"], "exit 2: no such"),
        (&[], &["sh", "-c", "echo $$", "{program}"], "something else the second time"),
        (&[], &["no-such-command", "{program}"], "no-such-command"),
        (&[], &["sleep", "100", "{program}"], "does not run the program itself"),
        (&["--input", "1"], &["sh", "{program}"], "where the arguments of inputs go"),
        (&["--input", "'1"], &["sh", "{program}", "{args}"], "a quote is left open"),
        (&["--oracle-marker", "@"], &["sh", "{program}"], "no line that it prints has `@`"),
        (&["--oracle-build", "false {program}"], &["sh", "{program}"], "the build fails, exit 1"),
        (&["--json"], &["sh", "{program}"], "names its criterion"),
        (&["--line", "1", "--oracle-after", "x"], &["sh", "{program}"], "what the inserted line prints"),
    ] {
        let args = ["minimize", "sums.sh", "--oracle-timeout", "0.3"];
        let output = call_in(&folder.path(), &[&args[..], more, &["--oracle-command"], words].concat());
        assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)), "{}", stderr(&output));
        assert!(stderr(&output).contains(why), "{words:?}: {}", stderr(&output));
    }
    let output = call_in(&folder.path(), &["minimize", "sums.sh", "--oracle-marker", "@"]);
    assert!(stderr(&output).contains("no command runs the program"), "{}", stderr(&output));
}

/// Without its fourth line this program never ends, and its limit is a hundred seconds.
const ENDLESS: &str =
    "n=3\nm=1\nwhile [ $n -gt 0 ]; do\n  n=$((n - 1))\n  m=2\n  echo $n\ndone\nif true; then\n  m=5\nfi\n";

fn endless(folder: &Folder, budget: &[&str]) -> Output {
    folder.write("endless.sh", ENDLESS);
    let mut command = program();
    unset_settings(&mut command);
    command.args(["minimize", "endless.sh", "--line", "6", "--oracle-timeout", "100"]).args(budget);
    command.args(["--oracle-command", "sh", "{program}"]).current_dir(folder.path());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    if budget.is_empty() {
        std::thread::sleep(Duration::from_secs(3));
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    }
    child.wait_with_output().unwrap()
}

/// A candidate that never ends does not hold up the end of a search: the budget and a signal both give the best so far.
#[apply(test)]
fn a_search_ends_in_the_middle_of_a_run() {
    for budget in [&["--budget", "3s"][..], &[]] {
        let folder = Folder::empty();
        let began = Instant::now();
        let output = endless(&folder, budget);
        let said = stderr(&output);
        // Far below the hundred seconds of the run.
        assert!(began.elapsed() < Duration::from_secs(50), "{:?}", began.elapsed());
        assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{said}");
        assert!(said.contains("the search was ended before"), "{said}");
        let left = left(&stdout(&output));
        assert!(left.contains("echo $n") && !left.contains("m=5"), "{left}");
    }
}
