//! What is said of what cannot be done: what was nearly right is named, everything wrong in a file is told at once, and nothing
//! that is not asked for stands in the way.

use std::fs;
use std::path::Path;

use crate::support::{call_in, stderr, stdout};

/// What a command in a folder says, and its exit code.
fn said(dir: &Path, args: &[&str]) -> (String, i32) {
    let output = call_in(dir, args);
    (stderr(&output), output.status.code().unwrap())
}

#[apply(test)]
fn what_was_nearly_right_is_named() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("mine.toml"), "format = 1\n").unwrap();
    fs::write(dir.path().join("bench-slicers.toml"), "slicr = \"x\"\n").unwrap();
    let adapter = "format = 1\nname = \"a\"\nlangages = [\"python\"]\n[[step]]\ncommand = [\"cat\"]\n\
                   [answr]\nfrom = \"stdot\"\nis = \"source\"\n";
    let place = dir.path().join("elsewhere");
    fs::create_dir(&place).unwrap();
    fs::write(place.join("a.toml"), adapter).unwrap();
    fs::write(place.join("mine.toml"), "format = 1\n").unwrap();
    for (args, told) in [
        (
            &["run", "--slicer", "reachabel"][..],
            "unknown slicer `reachabel`\nhint: did you mean `reachable`?",
        ),
        (&["run", "--slicer", "mine"], "unknown slicer `mine`\nhint: did you mean `./mine.toml`?"),
        (
            &["run", "--slicer", "nonsense"],
            "unknown slicer `nonsense`\nhint: `bench-slicers list slicers` shows all",
        ),
        (&["run", "--filter", "pythn"], "near names are `python`"),
        (&["run", "--filtr", "c"], "a similar argument exists: '--filter'"),
        (&["list", "slicer"], "a similar value exists: 'slicers'"),
        (&["run", "--suite", "nowhere"], "nowhere: there is no such folder\nhint: "),
        (&["check", "slicer", "a.toml"], "unknown field `langages`\nhint: did you mean `languages`?"),
        (&["check", "slicer", "a.toml"], "unknown field `answr`\nhint: did you mean `answer`?"),
    ] {
        // A configuration file of the folder above would be wrong, too.
        let args = [&["--config", "/dev/null"], args].concat();
        let (text, code) = said(&place, &args);
        assert!(code > 1 && text.contains(told), "{args:?} {code}: {text}");
    }
    let (text, code) = said(dir.path(), &["list", "labels"]);
    assert!(code == 2 && text.contains("unknown field `slicr`\nhint: did you mean `slicer`?"), "{text}");
}

#[apply(test)]
fn a_slicer_of_another_language_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    // Graphs need a grammar.
    fs::write(dir.path().join("p.go"), "package main\nfunc main() {\n\ta := 1\n\tprintln(a)\n}\n").unwrap();
    for slicer in ["sdg", "edg", "ce-sdg", "ce-edg", "ce-edg+qm"] {
        let (text, code) =
            said(dir.path(), &["slice", "--slicer", slicer, "--line", "4", "--variable", "a", "p.go"]);
        assert!(code == 2 && text.contains("does not slice go"), "{slicer} {code}: {text}");
    }
    let output = call_in(dir.path(), &["slice", "--line", "4", "--variable", "a", "p.go"]);
    assert!(stdout(&output).contains("println(a)"), "{}", stderr(&output));
}

/// A benchmark that is only begun does not keep the others from being run.
#[apply(test)]
fn a_gold_slice_that_is_missing_costs_its_task_alone() {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [("done.py", "a = 1\nb = 2\nprint(a)\n"), ("begun.py", "a = 2\nb = 3\nprint(a)\n")] {
        fs::write(dir.path().join(name), text).unwrap();
        let id = format!("python/{}", name.trim_end_matches(".py"));
        let init = ["init", "benchmark", &id, "--program", name, "--line", "3", "--variable", "a"];
        assert_eq!(said(dir.path(), &init).1, 0);
    }
    let run = |more: &[&str]| {
        said(dir.path(), &[&["run", "--suite", "suite", "--slicer", "reachable"], more].concat())
    };
    // Nothing is finished.
    let (text, code) = run(&[]);
    assert!(code == 3 && text.matches("does not exist").count() == 2, "{code} {text}");
    let gold = "gold/s3A.py";
    fs::create_dir_all(dir.path().join("suite/python/done/gold")).unwrap();
    fs::write(dir.path().join("suite/python/done").join(gold), "a = 1\nprint(a)\n").unwrap();
    let (text, code) = run(&[]);
    assert!(
        code == 0 && text.matches("warning: ").count() == 1 && text.contains("python/begun"),
        "{code} {text}"
    );
    // It is asked for by name.
    let (text, code) = run(&["--filter", "begun"]);
    assert!(code == 3 && text.contains("error: ") && text.contains(gold), "{code} {text}");
    // A suite that is checked has a defect.
    let (_, code) = said(dir.path(), &["check", "suite", "--suite", "suite"]);
    assert_eq!(code, 1);
}
