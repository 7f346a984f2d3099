//! JUnit and SARIF against the schemas that Jenkins, Ant and OASIS wrote for them; `tests/schemas/validate.js` validates.

use std::path::{Path, PathBuf};
use std::process::Command;

use bench_slicers::report::{Export, RunSet, export};
use bench_slicers::stats::Bootstrap;

use crate::harness::tool_folder;
use crate::support::{call_in, done_in, stderr};

/// An adapter whose slicer prints what could break a document.
const HOSTILE: &str = r#"format = 1
name = "hostile"
languages = ["erlang"]

[version]
command = ["printf", '1 "<&>" ]]> \001 \033[2J']

[[step]]
command = ["sh", "-c", '''
printf '%s\n' '-module(program).' '%% <!-- ]]> -->' 'f("<&\"> ]]>", $>) -> g([a, "größer" | <<"b">>]).'
printf 'a\0b \033[2J </failure>' >&2
''']

[answer]
from = "stdout"
is = "source"
"#;

/// Adapters of slicers that end in this way.
fn ending(name: &str, script: &str) -> String {
    format!(
        "format = 1\nname = \"{name}\"\nlanguages = [\"erlang\"]\n\n[limits]\ntimeout-s = 1.0\n\n\
         [[step]]\ncommand = [\"sh\", \"-c\", '{script}']\n\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n\n\
         [[outcome]]\nwhen = {{ stream = \"stderr\", regex = \"cannot\" }}\nstatus = \"unsupported\"\n\
         reason = \"<maps> & \\\"records\\\" ]]> \\u001b[2J \\u202e\\uffff\"\n"
    )
}

/// Runs a slicer and writes its report as JUnit and SARIF; the two files.
fn reported(dir: &Path, slicer: &str, filter: &str) -> [PathBuf; 2] {
    // Of a slicer that answers nothing, nothing is measured.
    let ran = call_in(dir, &["--quiet", "run", "--slicer", slicer, "--filter", filter, "--out", "reports"]);
    assert!(matches!(ran.status.code(), Some(0 | 3)), "{}", stderr(&ran));
    let name = Path::new(slicer).file_stem().unwrap().to_str().unwrap();
    exported(dir, &[&format!("latest:{name}")], name)
}

fn exported(dir: &Path, runs: &[&str], name: &str) -> [PathBuf; 2] {
    let out = format!("pages-{name}");
    let mut args = vec!["report", "--format", "junit,sarif", "--out", &out];
    args.extend(runs);
    done_in(dir, &args);
    [dir.join(&out).join("junit.xml"), dir.join(&out).join("report.sarif")]
}

/// What the validator says of each document, in the order given.
fn validated(documents: &[(&str, &Path)]) -> Vec<String> {
    let schemas = tool_folder("schemas");
    let output = Command::new("node")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/schemas/validate.js"))
        .arg(schemas.join("crates/vendor"))
        .args(documents.iter().map(|(kind, path)| format!("{kind}={}", path.display())))
        .env("NODE_PATH", schemas.join("node_modules"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let lines: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), documents.len());
    lines
}

fn check(documents: &[(&str, &Path)]) {
    for line in validated(documents) {
        assert!(line.starts_with("valid: "), "{line}");
    }
}

#[apply(test)]
#[needs(Schemas)]
fn real_reports_are_valid() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    // No dynamic slices among them, which this slicer does not answer: Ant's schema knows no skipped tests.
    let [junit, sarif] = reported(dir, "ce-edg", "erlang/w*");
    let [other_junit, other_sarif] = reported(dir, "identity", "*");
    let [both_junit, both_sarif] = exported(dir, &["latest:ce-edg", "latest:identity"], "both");
    reported(dir, "criterion-only", "erlang/w*");
    let base = ["latest:ce-edg", "latest:criterion-only", "--baseline", "latest:identity"];
    let [gated_junit, gated_sarif] = exported(dir, &base, "gated");
    let sarif_text = std::fs::read_to_string(&gated_sarif).unwrap();
    for state in ["new", "unchanged", "absent"] {
        assert!(sarif_text.contains(&format!("\"baselineState\": \"{state}\"")), "{state}");
    }
    // What is all right has no result and no failure.
    let [gold_junit, gold_sarif] = reported(dir, "gold", "account");
    assert!(std::fs::read_to_string(&gold_sarif).unwrap().contains("\"results\": []"));
    check(&[
        ("junit", &junit),
        ("junit-ant", &junit),
        ("junit", &other_junit),
        ("junit-ant", &other_junit),
        ("junit", &both_junit),
        ("junit-ant", &both_junit),
        ("junit", &gated_junit),
        ("junit-ant", &gated_junit),
        ("junit", &gold_junit),
        ("junit-ant", &gold_junit),
        ("sarif", &sarif),
        ("sarif", &other_sarif),
        ("sarif", &both_sarif),
        ("sarif", &gated_sarif),
        ("sarif", &gold_sarif),
    ]);
}

#[apply(test)]
#[needs(Schemas)]
fn reports_of_hostile_and_failing_slicers_are_valid() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let slicers = [
        ("hostile", HOSTILE.to_owned(), "<failure"),
        ("crash", ending("crash", "kill -SEGV $$"), "<error type=\"crashed\""),
        ("slow", ending("slow", "sleep 60"), "<error type=\"timed-out\""),
        ("silent", ending("silent", ":"), "<error type=\"no-output\""),
        ("unable", ending("unable", "echo cannot >&2"), "<skipped>"),
    ];
    let mut files = Vec::new();
    for (name, adapter, element) in &slicers {
        std::fs::write(dir.join(format!("{name}.toml")), adapter).unwrap();
        let [junit, sarif] = reported(dir, &format!("./{name}.toml"), "erlang/sum-of-squares");
        let text = std::fs::read_to_string(&junit).unwrap();
        assert!(text.contains(element), "{text}");
        files.push((*name, junit, sarif));
    }
    let all: Vec<String> = slicers.iter().map(|(name, ..)| format!("latest:{name}")).collect();
    let [junit, sarif] = exported(dir, &all.iter().map(String::as_str).collect::<Vec<_>>(), "all");
    files.push(("all", junit, sarif));
    let documents: Vec<(&str, &Path)> = files
        .iter()
        .flat_map(|(_, junit, sarif)| [("junit", junit), ("junit-ant", junit), ("sarif", sarif)])
        .map(|(kind, path)| (kind, path.as_path()))
        .collect();
    for (idx, said) in validated(&documents).iter().enumerate() {
        // Ant knows no skipped tests; all else it takes.
        let is_refused = documents[idx].0 == "junit-ant" && ["unable", "all"].contains(&files[idx / 3].0);
        assert_eq!(said.starts_with("refused: "), is_refused, "{said}");
    }
}

#[apply(test)]
#[needs(Schemas)]
fn reports_of_nothing_are_valid() {
    let dir = tempfile::tempdir().unwrap();
    let empty = RunSet::new(Vec::new(), Vec::new(), &Bootstrap::default());
    let file = |format: Export| {
        let path = dir.path().join(format.main_file());
        std::fs::write(&path, &export(&empty, format)[0].text).unwrap();
        path
    };
    let (junit, sarif) = (file(Export::Junit), file(Export::Sarif));
    check(&[("junit", &junit), ("junit-ant", &junit), ("sarif", &sarif)]);
}

/// A document that is broken in one place must be refused, or these tests could not fail.
#[apply(test)]
#[needs(Schemas)]
fn broken_reports_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let [junit, sarif] = reported(dir, "criterion-only", "erlang/sum-of-squares");
    let [junit, sarif] = [junit, sarif].map(|path| std::fs::read_to_string(path).unwrap());
    let mutants = [
        ("sarif", &sarif, "\"startLine\": ", "\"startLine\": -"),
        ("sarif", &sarif, "\"level\": \"warning\"", "\"level\": \"bad\""),
        ("sarif", &sarif, "\"version\": \"2.1.0\"", "\"version\": \"2.2\""),
        ("sarif", &sarif, "\"message\": {", "\"massage\": {"),
        ("sarif", &sarif, "\"uri\": \"", "\"uri\": \"%zz"),
        ("junit", &junit, " tests=\"", " n=\""),
        ("junit", &junit, "<testcase classname", "<case classname"),
        ("junit", &junit, "</testsuites>", ""),
        ("junit", &junit, "<failure ", "<failure why=\"\" "),
        ("junit-ant", &junit, " hostname=\"localhost\"", ""),
        ("junit-ant", &junit, "<system-out/>", ""),
        ("junit-ant", &junit, " time=\"0", " time=\"x"),
    ];
    let mut documents = Vec::new();
    for (idx, (kind, text, from, to)) in mutants.into_iter().enumerate() {
        assert!(text.contains(from), "{from} is not in\n{text}");
        let path = dir.join(format!("broken-{idx}"));
        std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
        documents.push((kind, path));
    }
    let documents: Vec<(&str, &Path)> =
        documents.iter().map(|(kind, path)| (*kind, path.as_path())).collect();
    for (said, (_, _, from, _)) in validated(&documents).iter().zip(mutants) {
        assert!(said.starts_with("refused: "), "{from}: {said}");
    }
}
