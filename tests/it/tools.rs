//! Real slicers from package registries, with `SLOW_TESTS=1`; `.ci/install-real-tools.sh` installs them.

use bench_slicers::adapter::Adapter;
use bench_slicers::results::{Results, Status};
use bench_slicers::run::{RunOptions, run_all};
use bench_slicers::suite::{Suite, Task};

use crate::harness::amount;

/// Tasks of its languages are answered, but for those of these programs, each with why not.
fn check(name: &str, unable: &[(&str, &str)]) {
    let adapter = Adapter::embedded(name).unwrap();
    let checked = adapter.check(None).unwrap_or_else(|error| panic!("{error}"));
    assert!(checked.is_good(), "{:#?}", checked.problems);
    assert!(checked.version.is_some(), "{name} does not say its version");
    let suite = Suite::embedded().unwrap();
    // By day `.ci/run` has all of them in the table of results.
    let each = amount(4, 4, 1);
    let tasks: Vec<Task<'_>> =
        suite.tasks().filter(|task| adapter.refuses(task).is_none()).step_by(each).collect();
    assert!(!tasks.is_empty());
    let folder = tempfile::tempdir().unwrap();
    let options = RunOptions { out: folder.path().to_owned(), ..RunOptions::default() };
    let dir = run_all(&tasks, &adapter, &options, &|_| ()).unwrap_or_else(|error| panic!("{error}"));
    let (results, _) = Results::read(&dir).unwrap();
    for record in &results.records {
        let why = unable.iter().find(|(benchmark, _)| record.task.starts_with(&format!("{benchmark}/")));
        if let Some((_, why)) = why {
            assert_eq!(record.reason.as_deref(), Some(*why), "{}", record.task);
            continue;
        }
        assert_eq!(record.status, Status::Answered, "{}: {:?}", record.task, record.reason);
        assert_eq!(record.normalised.is_some(), adapter.normalises(), "{}", record.task);
    }
}

#[apply(test)]
#[needs(SlowTests)]
fn frama_c_answers_tasks_in_c() {
    let recursion = "recursion without a specification";
    check("frama-c", &[("c/mutual-parity", recursion), ("c/search-tree", recursion)]);
}

#[apply(test)]
#[needs(SlowTests)]
fn flowr_answers_tasks_in_r() {
    check("flowr", &[]);
}

#[apply(test)]
#[needs(SlowTests)]
fn python_program_analysis_answers_tasks_in_python() {
    let flow = "control flow without a post-dominator";
    let unable =
        [("python/calculator", flow), ("python/ledger", flow), ("python/shape-areas", "syntax error")];
    check("python-program-analysis", &unable);
}
