//! Real slicers from package registries, with `SLOW_TESTS=1`; `.ci/install-real-tools.sh` installs them.

use std::path::PathBuf;

use bench_slicers::adapter::Adapter;
use bench_slicers::results::{Results, Status};
use bench_slicers::run::{RunOptions, run_all};
use bench_slicers::suite::{Suite, Task};

/// Folder into which `.ci/install-real-tools.sh` installs a tool from npm or crates.io.
pub fn folder(tool: &str) -> PathBuf {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let tools = from("BENCH_SLICERS_TOOLS")
        .or_else(|| Some(from("XDG_CACHE_HOME")?.join("bench-slicers/tools")))
        .or_else(|| Some(from("HOME")?.join(".cache/bench-slicers/tools")));
    tools.unwrap_or_default().join(tool)
}

/// A missing tool is a failure here, not a skip: whoever asks for slow tests wants to know.
fn check(name: &str) {
    if std::env::var_os("SLOW_TESTS").is_none() {
        eprintln!("skipped: {name} is run with SLOW_TESTS=1 only");
        return;
    }
    let adapter = Adapter::embedded(name).unwrap();
    let checked = adapter.check().unwrap_or_else(|error| panic!("{error}"));
    assert!(checked.is_good(), "{:#?}", checked.problems);
    assert!(checked.version.is_some(), "{name} does not say its version");
    let suite = Suite::embedded().unwrap();
    let tasks: Vec<Task<'_>> = suite.tasks().filter(|task| adapter.refuses(task).is_none()).collect();
    assert!(!tasks.is_empty());
    let folder = tempfile::tempdir().unwrap();
    let options = RunOptions { out: folder.path().to_owned(), ..RunOptions::default() };
    let dir = run_all(&tasks, &adapter, &options, &|_| ()).unwrap_or_else(|error| panic!("{error}"));
    let (results, _) = Results::read(&dir).unwrap();
    for record in &results.records {
        assert_eq!(record.status, Status::Answered, "{}: {:?}", record.task, record.reason);
        assert_eq!(record.normalised.is_some(), adapter.normalises(), "{}", record.task);
    }
}

#[test]
fn frama_c_answers_every_c_task() {
    check("frama-c");
}

#[test]
fn flowr_answers_every_r_task() {
    check("flowr");
}

#[test]
fn python_program_analysis_answers_every_python_task() {
    check("python-program-analysis");
}
