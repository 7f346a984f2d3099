//! The program as its users meet it: arguments, output, messages, exit codes.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{CRITERION, Folder, HEAD, call, program, root, stderr, stdout};

const SUITE: [&str; 4] = ["--suite", "tests/fixtures/suite", "--slicer-dir", "tests/fixtures/slicers"];

/// Runs a fake slicer on the miniature suite; rows of its JSON.
fn run_fake(slicer: &str, out: &Path) -> Vec<Value> {
    let out = out.to_str().unwrap();
    let mut args = vec!["run", "--slicer", slicer, "--out", out, "--format", "json"];
    args.extend(SUITE);
    let output = call(&args);
    let rows: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let rows = rows.as_array().unwrap().clone();
    // Without any answer nothing was measured.
    let is_measured = rows.iter().any(|row| row["status"] == "answered");
    assert_eq!(output.status.code(), Some(if is_measured { 0 } else { 3 }), "{}", stderr(&output));
    rows
}

fn words(rows: &[Value], key: &str) -> Vec<String> {
    rows.iter().map(|row| row[key].as_str().unwrap().to_owned()).collect()
}

#[apply(test)]
fn tasks_are_listed_with_their_sizes() {
    let mut args = vec!["list", "tasks", "--format", "json"];
    args.extend(SUITE);
    let output = call(&args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let rows: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let rows = rows.as_array().unwrap();
    assert_eq!(
        words(rows, "task"),
        ["erlang/sum-prod/s7Sum", "erlang/sum-prod/s7Product", "python/greeting/s5Greeting"]
    );
    let keys: Vec<&String> = rows[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["task", "language", "kind", "labels", "tier", "nodes", "gold_nodes", "evidence"]);
    assert!(rows[0]["gold_nodes"].as_u64() < rows[0]["nodes"].as_u64());
}

#[apply(test)]
fn labels_and_slicers_are_listed() {
    let mut args = vec!["list", "labels", "--format", "csv"];
    args.extend(SUITE);
    assert_eq!(
        stdout(&call(&args)),
        "label,tasks,programs,meaning\r\nCDE,1,1,\r\nChar,1,1,\r\nIP,2,1,\r\nNCF,2,1,\r\nRC,2,1,\r\n"
    );
    args.splice(1..2, ["slicers"]);
    let listed = stdout(&call(&args));
    for name in ["echo-gold,", "hang,", "reachable,", "identity,"] {
        assert!(listed.lines().any(|line| line.starts_with(name)), "{name} {listed}");
    }
}

#[apply(test)]
fn the_gold_slice_as_answer_is_exact_everywhere() {
    let out = tempfile::tempdir().unwrap();
    for slicer in ["echo-gold", "gold"] {
        let rows = run_fake(slicer, out.path());
        assert_eq!(words(&rows, "verdict"), ["exact"; 3], "{slicer}");
        assert!(rows.iter().all(|row| row["f1"] == 1.0), "{slicer}");
    }
    let rows = run_fake("identity", out.path());
    assert!(rows.iter().all(|row| row["recall"] == 1.0));
}

#[apply(test)]
fn failures_of_a_slicer_are_data() {
    let out = tempfile::tempdir().unwrap();
    for (slicer, status, reason) in [
        ("empty", "no-output", None),
        ("crash", "crashed", Some("SIGSEGV")),
        ("hang", "timed-out", Some("1 s")),
    ] {
        let begin = Instant::now();
        let rows = run_fake(slicer, out.path());
        assert!(begin.elapsed() < Duration::from_secs(30), "{slicer}");
        assert_eq!(words(&rows, "status"), [status; 3]);
        assert_eq!(words(&rows, "verdict"), ["no-answer"; 3]);
        for row in &rows {
            assert!(row["recall"].is_null() && row["f1"].is_null(), "{row}");
            assert!(row["kept"].is_null() && row["missing"].is_null() && row["gold_nodes"].is_u64(), "{row}");
            if let Some(reason) = reason {
                assert_eq!(row["reason"], reason);
            }
        }
    }
}

#[apply(test)]
fn garbage_earns_no_credit_and_reaches_no_terminal() {
    let out = tempfile::tempdir().unwrap();
    let rows = run_fake("garbage", out.path());
    for row in &rows {
        let verdict = row["verdict"].as_str().unwrap();
        assert!(["not-a-slice", "wrong-criterion", "no-answer"].contains(&verdict), "{row}");
        assert_eq!(row["kept"], 0, "{row}");
    }
    let results = out.path().join("garbage");
    let mut args = vec!["explain", "s7Sum", "--color", "never", "--results", results.to_str().unwrap()];
    args.extend(SUITE);
    let output = call(&args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!stdout(&output).contains('\u{1b}'));
}

#[apply(test)]
fn stored_results_are_graded_again_with_the_same_numbers() {
    let out = tempfile::tempdir().unwrap();
    let rows = run_fake("identity", out.path());
    let results = out.path().join("identity");
    let mut args = vec!["grade", results.to_str().unwrap(), "--format", "json"];
    args.extend(SUITE);
    let output = call(&args);
    let again: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(again.as_array().unwrap(), &rows);
    // The table of the same results: one line a task, totals with their n, no colour.
    args.splice(2.., ["--tasks", "--width", "100"]);
    args.extend(SUITE);
    let table = stdout(&call(&args));
    assert!(
        table.contains("python/greeting/s5Greeting") && table.contains("Totals: static slices"),
        "{table}"
    );
    assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
}

#[apply(test)]
fn a_dry_run_prints_commands_and_leaves_nothing() {
    let out = tempfile::tempdir().unwrap();
    let mut args = vec!["run", "--dry-run", "--slicer", "hang", "--out", out.path().to_str().unwrap()];
    args.extend(SUITE);
    let output = call(&args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output).matches("sh -c 'sleep 60 & sleep 60'").count(), 3);
    assert_eq!(std::fs::read_dir(out.path()).unwrap().count(), 0);
}

#[apply(test)]
fn each_kind_of_refusal_has_its_exit_code_and_one_message() {
    let out = tempfile::tempdir().unwrap();
    let missing = out.path().join("missing.toml");
    std::fs::write(
        &missing,
        "format = 1\nname = \"missing\"\nlanguages = [\"erlang\"]\n\n[[step]]\n\
         command = [\"no-such-program-anywhere\", \"{file}\"]\n\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n",
    )
    .unwrap();
    let missing = missing.to_str().unwrap();
    let cases: [(&[&str], i32); 6] = [
        (&["run", "--filter", "no-such-task"], 3),
        (&["run", "--label", "ip"], 3),
        (&["run", "--slicer", "no-such-slicer"], 3),
        (&["run", "--slicer", missing], 3),
        (&["grade", "no-such-folder"], 2),
        (&["explain", "s7*"], 2),
    ];
    for (args, code) in cases {
        let mut args = args.to_vec();
        args.extend(SUITE);
        let output = call(&args);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{args:?} {text}");
        assert_eq!(text.matches("error: ").count(), 1, "{args:?} {text}");
        assert_eq!(text.matches("hint: ").count(), 1, "{args:?} {text}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
    let usage = call(&["run", "--no-such-flag"]);
    assert_eq!(usage.status.code(), Some(2));
    assert_eq!(call(&["--help"]).status.code(), Some(0));
}

#[apply(test)]
fn colour_obeys_no_color_and_the_flag() {
    let mut args = vec!["explain", "s5Greeting"];
    args.extend(SUITE);
    let has_color = |extra: &[&str], no_color: bool| {
        let mut command = program();
        command.args(&args).args(extra).env_remove("NO_COLOR");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        stdout(&command.output().unwrap()).contains('\u{1b}')
    };
    assert!(!has_color(&[], false));
    assert!(!has_color(&[], true));
    assert!(has_color(&["--color", "always"], false));
    assert!(!has_color(&["--color", "never"], false));
}

#[apply(test)]
fn nothing_is_wider_than_asked() {
    let folder = Folder::with_manifest(&format!("{HEAD}{CRITERION}"));
    folder.write("erlang/sum/gold/s4A.erl", "main(N) ->\n\n    A = N + 2,\n    other().\n");
    let bad_suite = folder.path().to_str().unwrap().to_owned();
    for args in [
        vec!["list", "tasks"],
        vec!["list", "slicers"],
        vec!["list", "labels"],
        vec!["check", "suite", "--no-compile"],
        vec!["check", "suite", "--no-compile", "--suite", &bad_suite],
        vec!["check", "slicer", "frama-c"],
        vec!["run", "--dry-run", "--filter", "stock"],
        vec!["run", "--slicer", "of-a-name-that-no-adapter-in-the-folder-of-this-program-has"],
        vec!["list", "tasks", "--suite", "a/folder/that/is/not/there/so/that/the/message/is/long"],
    ] {
        let output = program().args(&args).args(["--width", "100"]).output().unwrap();
        for text in [stdout(&output), stderr(&output)] {
            // A path is not broken.
            let is_breakable = |line: &str| line.trim().trim_end_matches(" \\").contains(' ');
            let is_long = |line: &&str| line.chars().count() > 100 && is_breakable(line);
            let long: Vec<&str> = text.lines().filter(is_long).collect();
            assert_eq!(long, [""; 0], "{args:?}");
        }
    }
}

#[apply(test)]
fn explain_shows_the_arithmetic_within_the_width() {
    let mut args = vec!["explain", "s7Sum", "--slicer", "identity", "--width", "100"];
    args.extend(SUITE);
    let output = call(&args);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(text.contains("recall    = kept / (kept + missing)"), "{text}");
    assert!(text.contains("+ surplus") && text.contains("verdict: complete"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

/// What a reader can check by hand: the difference of 9 and 2 is 7, and nobody is aboard where the name is gone.
#[apply(test)]
#[needs(Erlang)]
fn explain_says_both_values_of_a_witness() {
    for (task, expected) in [
        (
            "erlang/interval-width/s10Width",
            "line 8: `Low`: gold without it, on input {2,9}, has no value 1 of `Width` (error: badarith), where the program has 7",
        ),
        (
            "erlang/boat/s7Place",
            "line 28: `aboard`: in gold without it, on input {5,[green,green,red]}, value 1 of `Place` is undef instead of aboard",
        ),
    ] {
        let output = call(&["explain", task, "--slicer", "gold-minus-one", "--width", "300"]);
        assert!(stdout(&output).lines().any(|line| line.trim() == expected), "{}", stdout(&output));
    }
}

#[apply(test)]
fn explain_says_by_which_dependences_surplus_code_is_kept() {
    let task = "erlang/sum-of-squares/s6Total";
    let output = call(&["explain", task, "--slicer", "sdg", "--width", "300"]);
    let expected = "line 6: `verbose`: ce-sdg keeps it: `Total` (line 6) needs `Total = squares(N, 1, verbose)` (line 6) to run, \
                    which is in one statement with `verbose` (line 6)";
    assert!(stdout(&output).lines().any(|line| line.trim() == expected), "{}", stdout(&output));
}

#[apply(test)]
fn lines_without_a_node_stand_beside_each_other_in_explain() {
    let output = call(&["explain", "c/word-count/s36Word_count", "--slicer", "identity", "--width", "100"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let brace = text.lines().find(|line| line.starts_with("  12   {")).unwrap();
    assert!(brace.ends_with("│   12   {"), "{text}");
}

#[apply(test)]
fn an_adapter_file_in_the_current_folder_needs_no_folder_in_its_name() {
    let project = tempfile::tempdir().unwrap();
    std::fs::copy("tests/fixtures/slicers/empty.toml", project.path().join("empty.toml")).unwrap();
    let output = program()
        .current_dir(project.path())
        .args(["check", "slicer", "empty.toml", "--no-trial"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[apply(test)]
fn settings_come_from_flag_then_environment_then_file() {
    let project = tempfile::tempdir().unwrap();
    let below = project.path().join("a/b");
    std::fs::create_dir_all(&below).unwrap();
    let root = root("tests/fixtures");
    let config = format!(
        "suite = [{:?}]\nslicers = [{:?}]\nslicer = \"empty\"\n",
        root.join("suite"),
        root.join("slicers")
    );
    std::fs::write(project.path().join("bench-slicers.toml"), config).unwrap();
    let status = |args: &[&str], env: Option<&str>| {
        let mut command = program();
        command.current_dir(&below).args(["run", "--format", "json", "--filter", "s5Greeting"]).args(args);
        if let Some(slicer) = env {
            command.env("BENCH_SLICERS_SLICER", slicer);
        }
        let output = command.output().unwrap();
        let rows: Value = serde_json::from_str(&stdout(&output)).unwrap();
        rows[0]["status"].as_str().unwrap().to_owned()
    };
    assert_eq!(status(&[], None), "no-output");
    assert_eq!(status(&[], Some("crash")), "crashed");
    assert_eq!(status(&["--slicer", "echo-gold"], Some("crash")), "answered");
    assert!(below.join("reports/empty").is_dir());
}

#[apply(test)]
fn a_slice_of_a_file_is_printed_and_a_wrong_criterion_says_what_is_there() {
    let file = "tests/fixtures/suite/python/greeting/program.py";
    let slice = |variable: &str| {
        call(&["slice", "--slicer", "identity", "--line", "5", "--variable", variable, file])
    };
    assert!(stdout(&slice("greeting")).contains("print(greeting)"));
    let wrong = slice("count");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("`greeting`"), "{}", stderr(&wrong));
}

#[apply(test)]
fn the_miniature_suite_has_no_defect() {
    let output = call(&["check", "suite", "--no-compile", "--suite", "tests/fixtures/suite"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

/// Every way in which nothing is measured has the one exit code, and leaves no results.
#[apply(test)]
fn nothing_measured_is_no_success() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("reports");
    let slicer = |name: &str, command: &str| {
        let path = folder.path().join(format!("{name}.toml"));
        let text = format!(
            "format = 1\nname = \"{name}\"\nlanguages = [\"python\"]\n[[step]]\ncommand = [{command}]\n\
             [answer]\nfrom = \"stdout\"\nis = \"source\"\n"
        );
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let no_program = slicer("no-program", "\"no-such-slicer-anywhere\"");
    let no_jar = slicer("no-jar", "\"sh\", \"{adapterdir}/no.jar\"");
    let no_interpreter = slicer("no-interpreter", "\"/nowhere/node\", \"x\"");
    let cases: [(&[&str], &str); 6] = [
        (&["--slicer", &no_program], "`no-such-slicer-anywhere` is missing"),
        (&["--slicer", &no_jar], "/no.jar` is missing"),
        (&["--slicer", &no_interpreter], "`/nowhere/node` is missing"),
        (&["--slicer", "no-such-adapter"], "unknown slicer `no-such-adapter`"),
        (&["--slicer", "identity", "--filter", "no-such-task"], "no-such-task"),
        (&["--slicer", "identity", "--label", "no-such-label"], "no-such-label"),
    ];
    for (args, message) in cases {
        let mut all = vec!["run", "--out", out.to_str().unwrap()];
        all.extend(SUITE.iter().chain(args));
        let output = call(&all);
        assert_eq!(output.status.code(), Some(3), "{args:?} {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{args:?} {}", stderr(&output));
        assert!(!out.exists(), "{args:?}");
    }
    run_fake("empty", &out);
    let results = out.join("empty");
    let mut grade = vec!["grade", results.to_str().unwrap(), "--filter", "no-such-task"];
    grade.extend(SUITE);
    assert_eq!(call(&grade).status.code(), Some(3));
}
