//! Answers are run, what they show is stored beside them, and those that speak against a gold slice are put where
//! somebody finds them.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::Frontend;
use crate::ast::SourceFile;
use crate::behave;
use crate::error::{self, Result};
use crate::grade::{Examined, Grade, Recorded, examine};
use crate::results::{Behaved, Behaviour, Behaviours, Record, Results};
use crate::suite::{Criterion, OptionalNode, Task};

/// Folder of bundles, in the folder of a run.
const CHALLENGES: &str = "challenges";

/// What running showed that grades depend on, by task; other tasks and records are as the suite and the run have them.
#[derive(Default)]
pub(crate) struct SeenByRunning {
    /// Criteria with what is only around them.
    criteria: BTreeMap<String, Criterion>,
    /// Records with a slice that was found inside of the answer among their gold slices.
    records: BTreeMap<String, Record>,
}

impl SeenByRunning {
    /// Of these records, as far as the run knows.
    pub(crate) fn new(known: &Behaviours, recorded: &[Recorded<'_>]) -> SeenByRunning {
        let mut observed = SeenByRunning::default();
        for (task, hash, record) in recorded {
            let id = task.id();
            observed.criteria.extend(known.framed(*task, hash).map(|criterion| (id.clone(), criterion)));
            observed.records.extend(known.with_inner(*task, hash, record).map(|record| (id, record)));
        }
        observed
    }

    /// Tasks and records as answers are graded.
    pub(crate) fn of<'o>(&'o self, recorded: Vec<Recorded<'o>>) -> Vec<Recorded<'o>> {
        let graded = |(task, hash, record): Recorded<'o>| {
            let id = task.id();
            let criterion = self.criteria.get(&id).unwrap_or(task.criterion);
            (Task { criterion, ..task }, hash, self.records.get(&id).unwrap_or(record))
        };
        recorded.into_iter().map(graded).collect()
    }
}

/// Runs the answers to these tasks, and stores what they show beside the run; `step` is told each outcome and the
/// number of answers.
///
/// Where gold slices have no certificate and an answer lacks something of them, these are run, too: what is only around the
/// criterion is found as for a certificate.
///
/// # Errors
/// It cannot be stored.
pub(crate) fn run_answers(
    results: &Results,
    wanted: &[Task<'_>],
    frontend: &dyn Frontend,
    step: &(dyn Fn(&str, usize) + Sync),
) -> Result<()> {
    let mut known = stored(results, frontend);
    let by_id: BTreeMap<String, Task<'_>> = wanted.iter().map(|task| (task.id(), *task)).collect();
    let answered: Vec<(Task<'_>, String, &Record)> = results
        .records
        .iter()
        .filter(|record| record.answer.is_some())
        .filter_map(|record| by_id.get(&record.task).map(|task| (*task, task.hash(), record)))
        .collect();
    let behave = |(task, hash, record): &(Task<'_>, String, &Record)| {
        // What a slicer wrote must not end the others' turn, whatever it is.
        let shown = catch_unwind(AssertUnwindSafe(|| {
            let examined = examine(*task, hash, record, &results.header.reading);
            let behaved = behave::behave(*task, &examined);
            let frame =
                may_lack(*task, &examined, &behaved).then(|| behave::observed_frame(*task).ok()).flatten();
            let inner =
                may_hold(&examined, &behaved).then(|| behave::inner_slice(*task, &examined).ok()).flatten();
            RunAnswer { behaved, frame, inner }
        }));
        let shown = shown.unwrap_or_else(|_| RunAnswer {
            behaved: Behaved::not_run("bench-slicers itself failed to run the answer"),
            frame: None,
            inner: None,
        });
        step(shown.behaved.behaviour.map_or("not run", |behaviour| behaviour.name()), answered.len());
        shown
    };
    let shown: Vec<RunAnswer> = answered.par_iter().map(behave).collect();
    for ((task, hash, record), RunAnswer { behaved, frame, inner }) in answered.iter().zip(shown) {
        if let Some(answer) = &record.answer {
            known.insert((*task, hash), answer, behaved, inner.as_deref());
        }
        if let Some(golds) = frame {
            known.insert_frame(*task, hash, golds);
        }
    }
    known.write(&results.dir)
}

/// What running an answer showed.
struct RunAnswer {
    behaved: Behaved,
    /// What is only around the criterion.
    frame: Option<ObservedGolds>,
    /// The slice inside of an answer in normal form.
    inner: Option<Vec<SourceFile>>,
}

/// Whether an answer lacks nodes of a gold slice in a normal form, and behaves all the same.
fn may_hold(examined: &Examined, behaved: &Behaved) -> bool {
    let grade = &examined.grade;
    grade.normalised && grade.counts.missing > 0 && behaved.behaviour == Some(Behaviour::Behaves)
}

/// What an answer may lack of each gold slice.
type ObservedGolds = Vec<Option<Vec<OptionalNode>>>;

/// Whether it matters what an answer may lack of gold slices of which no certificate says it.
fn may_lack(task: Task<'_>, examined: &Examined, behaved: &Behaved) -> bool {
    let counts = &examined.grade.counts;
    let is_open = task.criterion.golds.iter().any(|gold| gold.optional.is_none());
    is_open && behaved.behaviour.is_some() && counts.missing + counts.optional > 0
}

/// What is stored beside a run; what cannot be read is told, and is as if it were not there.
pub(crate) fn stored(results: &Results, frontend: &dyn Frontend) -> Behaviours {
    match Behaviours::read(&results.dir) {
        Ok((known, unsealed)) => {
            unsealed.iter().for_each(|problem| frontend.warn(problem));
            known
        }
        Err(error) => {
            error.problems().iter().for_each(|problem| frontend.warn(problem));
            frontend.damaged();
            Behaviours::default()
        }
    }
}

/// What is known of running the answer of a record.
pub(crate) fn of_record(known: &Behaviours, task: Task<'_>, hash: &str, record: &Record) -> Option<Behaved> {
    known.find(task, hash, record.answer.as_ref()?).cloned()
}

/// Writes a bundle for each answer that speaks against its gold slice: their tasks and folders. Bundles of answers that
/// do so no more are removed.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write_challenges(
    results: &Results,
    wanted: &[Task<'_>],
    grades: &[Grade],
    frontend: &dyn Frontend,
) -> Result<Vec<(String, PathBuf)>> {
    let known = stored(results, frontend);
    let mut written = Vec::new();
    for task in wanted {
        let id = task.id();
        let dir = results.dir.join(CHALLENGES).join(&id);
        if dir.exists() {
            fs::remove_dir_all(&dir).map_err(|cause| error::cannot_write(&dir, &cause))?;
        }
        let is_challenge = grades.iter().any(|grade| grade.task == id && grade.is_gold_challenge());
        let record = results.records.iter().find(|record| record.task == id);
        let Some(record) = record.filter(|_| is_challenge) else { continue };
        let recorded = vec![(*task, task.hash(), record)];
        let observed = SeenByRunning::new(&known, &recorded);
        let graded = observed.of(recorded);
        let (framed, hash, record) = &graded[0];
        let examined = examine(*framed, hash, record, &results.header.reading);
        for file in behave::bundle(*task, &examined, &results.dir, &results.header.slicer.name) {
            write(&dir.join(&file.path), &file.text)?;
        }
        written.push((id, dir));
    }
    Ok(written)
}

fn write(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|cause| error::cannot_write(folder, &cause))?;
    fs::write(path, text).map_err(|cause| error::cannot_write(path, &cause))
}
