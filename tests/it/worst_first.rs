//! A release that crashes, is slow, misses something and is less precise, beside a waiver that expired and a threshold that
//! fell: every output lists them in one order, the worst first, below one line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use bench_slicers::results;
use serde_json::Value;

use crate::support::{program, stderr, stdout};

const HEADLINE: &str = "FAIL: 1 waiver expired, 1 threshold missed, 3 answers lost (2 × exit 139, 1 × timed out 1 s), \
                        1 no longer complete, 2 less precise; 1 improved";
/// A rule that fails, and what became of tasks, the worst first.
const ORDER: [&str; 9] = [
    "the waiver of `erlang/cancelling/s9Balance` expired",
    "recall is 0.",
    "erlang/boat/s7Place",
    "erlang/byte-checks/s11Sum",
    "erlang/byte-checks/s12Parity",
    "erlang/byte-checks/s14Valid",
    "erlang/byte-checks/s13Swapped",
    "erlang/boat/s9Left",
    "erlang/boat/s8Boardings",
];
/// Of [`ORDER`], those that are tasks, and those that fail the gate.
const N_RULES: usize = 2;
const N_FAILURES: usize = 8;

/// What a release answers; `$1` is the task, `$2` the folder of the gold slice, `$3` the program.
const BEFORE: &str = "case $1 in */s8Boardings) cat \"$3\";; *) cat \"$2\"/program.erl;; esac";
const AFTER: &str = "case $1 in */s7Place|*/s11Sum) exit 139;; */s12Parity) sleep 9;; \
                     */s14Valid) echo '-module(program).';; */s9Left|*/s13Swapped) cat \"$3\";; \
                     *) cat \"$2\"/program.erl;; esac";

struct Nightly {
    folder: tempfile::TempDir,
    runs: Vec<PathBuf>,
}

impl Nightly {
    fn new() -> Nightly {
        let mut nightly = Nightly { folder: tempfile::tempdir().unwrap(), runs: Vec::new() };
        let config = "format = 1\n[gate]\nlimit = { recall = 1.0 }\n[[gate.waiver]]\n\
                      task = \"erlang/cancelling/s9Balance\"\nreason = \"old\"\nexpires = \"2001-01-01\"\n";
        fs::write(nightly.path("gate.toml"), config).unwrap();
        for script in [BEFORE, AFTER] {
            let adapter = format!(
                "format = 1\nname = \"nightly\"\nlanguages = [\"erlang\"]\n[[step]]\n\
                 command = [\"sh\", \"-c\", '''{script}''', \"sh\", \"{{task}}\", \"{{gold}}\", \"{{file}}\"]\n\
                 [answer]\nfrom = \"stdout\"\nis = \"source\"\n"
            );
            fs::write(nightly.path("nightly.toml"), adapter).unwrap();
            let (file, out) = (nightly.text("nightly.toml"), nightly.text("reports"));
            let args = ["run", "--slicer", &file, "--out", &out, "--timeout", "1", "--quiet"];
            let output =
                nightly.call(&[&args[..], &["-f", "boat", "-f", "byte-checks", "-f", "cancelling"]].concat());
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            let runs = results::runs(&nightly.path("reports/nightly"));
            let new = runs.into_iter().find(|run| !nightly.runs.contains(run)).unwrap();
            nightly.runs.push(new);
        }
        nightly
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    fn call(&self, args: &[&str]) -> Output {
        let config = self.text("gate.toml");
        let mut command = program();
        command.args(args).args(["--config", &config]);
        if args.contains(&"--summary") {
            command.env("GITHUB_ACTIONS", "true");
        }
        command.output().unwrap()
    }

    fn runs(&self) -> [&str; 2] {
        [0, 1].map(|idx| self.runs[idx].to_str().unwrap())
    }

    /// A report of the later run beside the one before.
    fn report(&self, format: &str) -> String {
        let (reports, out) = (self.text("reports"), self.text("pages"));
        let [before, after] = self.runs();
        let args = ["report", before, after, "--reports", &reports, "--baseline", before, "--format", format];
        let args = if format == "html" { [&args[..], &["--out", &out]].concat() } else { args.to_vec() };
        let output = self.call(&args);
        assert_eq!(output.status.code(), Some(0), "{format}: {}", stderr(&output));
        stdout(&output)
    }
}

/// Each of these is in the text, for the first time behind the one before it.
fn check(name: &str, text: &str, needles: &[impl AsRef<str>]) {
    let mut last = 0;
    for needle in needles.iter().map(AsRef::as_ref) {
        let at = text.find(needle).unwrap_or_else(|| panic!("{name}: no {needle} in\n{text}"));
        assert!(at >= last, "{name}: {needle} is too early in\n{text}");
        last = at;
    }
}

fn strings(value: &Value, key: &str) -> Vec<String> {
    value.as_array().unwrap().iter().map(|row| row[key].as_str().unwrap_or_default().to_owned()).collect()
}

/// What a script of the pages hands over.
fn handed(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap();
    let json = text.split_once('(').unwrap().1.trim_end().strip_suffix(");").unwrap();
    serde_json::from_str(json).unwrap()
}

#[apply(test)]
fn every_output_of_compare_lists_the_worst_first() {
    let nightly = Nightly::new();
    let [before, after] = nightly.runs();
    let tasks = &ORDER[N_RULES..];
    let (verdict, summary) = (nightly.text("verdict.json"), nightly.text("summary.md"));
    let output = nightly.call(&["compare", before, after, "--verdict", &verdict, "--summary", &summary]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(stdout(&output).lines().next(), Some(HEADLINE));
    check("table", &stdout(&output), &ORDER);
    let summary = fs::read_to_string(&summary).unwrap();
    assert_eq!(summary.lines().next(), Some(HEADLINE));
    check("summary", &summary.replace('\\', ""), &ORDER);
    let annotated = stderr(&output);
    assert_eq!(annotated.lines().next().map(|line| line.contains(HEADLINE)), Some(true), "{annotated}");
    check("annotations", &annotated, &ORDER[..N_FAILURES]);
    let verdict: Value = serde_json::from_str(&fs::read_to_string(&verdict).unwrap()).unwrap();
    assert_eq!(verdict["headline"], HEADLINE);
    let failures = strings(&verdict["failures"], "text");
    assert_eq!(failures.len(), N_FAILURES);
    for (failure, expected) in failures.iter().zip(ORDER) {
        assert!(failure.contains(expected), "{failure}: {expected}");
    }
    let losses = ["", "", "answer", "answer", "answer", "completeness", "precision", "precision"];
    assert_eq!(strings(&verdict["failures"], "loss"), losses);
    for format in ["json", "csv", "markdown"] {
        let output = nightly.call(&["compare", before, after, "--format", format]);
        check(format, &stdout(&output).replace('\\', ""), tasks);
    }
    let rows: Value =
        serde_json::from_str(&stdout(&nightly.call(&["compare", before, after, "--format", "json"])))
            .unwrap();
    assert_eq!(strings(&rows, "task")[..tasks.len()], *tasks);
}

#[apply(test)]
fn every_report_beside_a_baseline_lists_the_worst_first() {
    let nightly = Nightly::new();
    let markdown = nightly.report("markdown").replace('\\', "");
    // On top, and again above what changed.
    assert!(markdown.lines().take(4).any(|line| line.ends_with(HEADLINE)), "{markdown}");
    check("markdown", markdown.rsplit_once(HEADLINE).expect("the headline").1, &ORDER);
    let junit = nightly.report("junit");
    let later = &junit[junit.find("name=\"nightly #2.gate\"").expect("a suite of the gate")..];
    let cases = ORDER[N_RULES..].iter().map(|task| {
        let (benchmark, criterion) = task.rsplit_once('/').unwrap();
        format!("classname=\"nightly #2.{}\" name=\"{criterion}\"", benchmark.replace('/', "."))
    });
    let rules = ["waiver of `erlang/cancelling/s9Balance` expired", "recall is 0."].map(str::to_owned);
    check("junit", later, &rules.into_iter().chain(cases).collect::<Vec<String>>());
    assert!(later.contains(&format!("name=\"headline\" value=\"{HEADLINE}\"")), "{later}");
    let sarif: Value = serde_json::from_str(&nightly.report("sarif")).unwrap();
    let run = &sarif["runs"][1];
    assert_eq!(run["properties"]["headline"], HEADLINE);
    let texts = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|item| item["message"]["text"].to_string()).collect()
    };
    let told = texts(&run["invocations"][0]["toolExecutionNotifications"]).join("\n");
    check("notifications", &told, &ORDER[..N_RULES + 3]);
    check("results", &texts(&run["results"]).join("\n"), &ORDER[N_RULES + 3..]);
}

#[apply(test)]
fn pages_list_the_worst_first() {
    let nightly = Nightly::new();
    nightly.report("html");
    let overview = handed(&nightly.path("pages/data/overview.js"));
    let slicer = &overview["slicers"][1];
    assert_eq!(slicer["headline"], HEADLINE);
    check("page", &slicer["gate_failures"].to_string(), &ORDER[..N_FAILURES]);
    let compared = handed(&nightly.path("pages/data/compare.js"));
    let ids = strings(&overview["tasks"], "id");
    let order = compared["order"]["0:1"].as_array().unwrap().iter();
    let listed: Vec<&str> = order.map(|idx| ids[idx.as_u64().unwrap() as usize].as_str()).collect();
    assert_eq!(listed, ORDER[N_RULES..]);
    let summary = compared["summaries"]["0:1"].as_str().unwrap();
    assert!(summary.starts_with("3 answers lost (2 × exit 139, "), "{summary}");
    assert!(compared["summaries"]["1:0"].as_str().unwrap().starts_with("1 less precise"));
}

#[apply(test)]
fn a_run_is_named_by_its_slicer_wherever_a_run_is_read() {
    let nightly = Nightly::new();
    let out = nightly.text("reports");
    let check = |args: &[&str], exit_code: i32, expected: &str| {
        let output = nightly.call(args);
        let said = stdout(&output) + &stderr(&output);
        assert_eq!(output.status.code(), Some(exit_code), "{args:?}\n{said}");
        assert!(said.contains(expected), "{args:?}\n{said}");
    };
    let graded = |name: &str| stdout(&nightly.call(&["grade", name, "--out", &out, "--format", "json"]));
    let [before, after] = nightly.runs().map(graded);
    assert_ne!(before, after);
    assert_eq!([graded("latest:nightly~1"), graded("latest:nightly")], [before, after]);
    check(&["grade", "latest:no-such", "--out", &out], 4, "no run of `no-such`");
    check(&["grade", "latest:nightly~7", "--out", &out], 4, "no run 7 before");
    check(&["grade", "latest", "--out", &out], 2, "write `latest:SLICER`");
    check(&["grade", "best:nightly", "--out", &out], 2, "latest:SLICER");
    // One side: the other one is the latest run of its slicer, which may be the same.
    check(&["compare", "latest:nightly~1", "--out", &out], 1, "answers lost");
    let itself = "hint: name both sides: `compare latest:nightly~1 latest:nightly`";
    check(&["compare", "latest:nightly", "--out", &out], 2, itself);
    check(&["compare", nightly.runs()[1], "--out", &out], 2, itself);
    check(&["compare", "latest:nightly", "latest:nightly", "--out", &out], 1, "recall is 0.");
}
