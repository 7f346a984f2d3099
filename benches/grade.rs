//! Time to grade a thousand answers. `cargo bench --bench grade`

use std::hint::black_box;
use std::path::Path;

use bench_slicers::grade::examine_all;
use bench_slicers::results::{Answer, Reading, Record, Status};
use bench_slicers::suite::{Suite, Task};

#[path = "common/measure.rs"]
mod measure;
use measure::measure;

const N_TASKS: usize = 1_000;

/// The whole program as answer: the most there is to map.
fn record(task: &Task<'_>) -> Record {
    let answer = Some(Answer::Source { files: task.benchmark.tree.files().cloned().collect() });
    Record { answer, ..Record::without_answer(task.id(), task.hash(), Status::Answered, None) }
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite");
    let suite = Suite::load(&[folder]).expect("the suite can be read");
    let all: Vec<Task<'_>> = suite.tasks().collect();
    let tasks: Vec<Task<'_>> = all.iter().copied().cycle().take(N_TASKS).collect();
    let records: Vec<Record> = tasks.iter().map(record).collect();
    let pairs: Vec<_> =
        tasks.iter().zip(&records).map(|(task, record)| (*task, record.hash.clone(), record)).collect();
    measure("grade", N_TASKS, "tasks", || {
        examine_all(black_box(&pairs), &Reading::default(), |_, examined| examined.grade)
    });
}
