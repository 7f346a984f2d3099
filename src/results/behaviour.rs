//! What running the answers of a run showed, stored beside it.
//!
//! `behaviour.json` has an entry per task, stamped with hashes of the task, the answer and the inputs: an entry whose
//! hashes are no longer those of what it speaks of says nothing. What running uncertified gold slices showed to be only
//! around the criterion is there, too, and the slices found inside of answers in a normal form, so that whoever reads the
//! run grades it alike.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use strum::IntoStaticStr;

use super::{Answer, Record};
use crate::ast::SourceFile;
use crate::error::{self, Problem, Result};
use crate::files;
use crate::suite::{Criterion, OptionalNode, Task};

/// The file, in the folder of a run.
const BEHAVIOUR_FILE: &str = "behaviour.json";

/// Version of the file.
const BEHAVIOUR_FORMAT: u64 = 1;

/// What running an answer showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Behaviour {
    /// On every input the criterion takes all values of the program first, in order.
    Behaves,
    /// On an input it does not.
    Differs,
    /// Its compiler refuses it.
    DoesNotRun,
}

impl Behaviour {
    /// The word used in files and tables.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What is known of running one answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Behaved {
    /// What it showed; `None` when the answer was not run.
    pub behaviour: Option<Behaviour>,
    /// Why it was not run, or the compiler's reason; `None` for an answer that was run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where it differs; present exactly when it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<BehaviourWitness>,
    /// Number of inputs.
    pub n_inputs: usize,
    /// What executed it, with its version; `None` when nothing was started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runtime: Option<String>,
}

/// An input on which an answer differs, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BehaviourWitness {
    /// Argument terms, or command line arguments.
    pub args: Vec<String>,
    /// Standard input.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stdin: String,
    /// Position in the sequence of values, from 1.
    pub position: usize,
    /// The program's value there.
    pub expected: String,
    /// The answer's value there, or why it has none.
    pub got: String,
}

impl Behaved {
    /// An answer that was not run, and why.
    pub fn not_run(reason: impl Into<String>) -> Behaved {
        Behaved { behaviour: None, reason: Some(reason.into()), witness: None, n_inputs: 0, runtime: None }
    }

    /// One line: `differs on input [3] at value 2: expected 8, got 6`.
    pub fn text(&self) -> String {
        let reason = || self.reason.as_deref().unwrap_or("no reason given");
        match (&self.witness, self.behaviour) {
            (Some(witness), _) => format!(
                "differs on input {} at value {}: expected {}, got {}",
                witness.input(),
                witness.position,
                witness.expected,
                witness.got
            ),
            (None, Some(Behaviour::Behaves)) => format!("behaves on {} inputs", self.n_inputs),
            (None, Some(Behaviour::Differs)) => "differs".to_owned(),
            (None, Some(Behaviour::DoesNotRun)) => format!("does not run: {}", reason()),
            (None, None) => format!("not run: {}", reason()),
        }
    }
}

impl BehaviourWitness {
    /// `[3, [a]]`, with the standard input behind it when there is one.
    pub fn input(&self) -> String {
        match (self.stdin.is_empty(), self.args.is_empty()) {
            (true, _) => format!("[{}]", self.args.join(", ")),
            (false, true) => format!("{:?}", self.stdin),
            (false, false) => format!("[{}] {:?}", self.args.join(", "), self.stdin),
        }
    }
}

/// What is known of running the answers of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behaviours {
    entries: BTreeMap<String, BehaviourEntry>,
    frames: BTreeMap<String, FrameEntry>,
}

/// What an answer may lack of the gold slices of a task, by gold slice; null for one that is no slice itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FrameEntry {
    hash: String,
    inputs: String,
    golds: Vec<Option<Vec<OptionalNode>>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct BehaviourEntry {
    hash: String,
    answer: String,
    inputs: String,
    /// A slice inside of an answer in normal form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inner: Option<BTreeMap<PathBuf, String>>,
    #[serde(flatten)]
    behaved: Behaved,
}

#[derive(Serialize, Deserialize)]
struct StoredBehaviours {
    format: u64,
    tasks: BTreeMap<String, BehaviourEntry>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    frames: BTreeMap<String, FrameEntry>,
}

impl Behaviours {
    /// Reads what is stored beside a run, nothing when no answer of it was ever run; the problem is that it has no checksum.
    ///
    /// # Errors
    /// The file cannot be read, is something else, not as it was written, or newer than this program.
    pub fn read(dir: &Path) -> Result<(Behaviours, Option<Problem>)> {
        let path = dir.join(BEHAVIOUR_FILE);
        let Some(text) = files::read_text(&path)? else {
            return Ok(<(Behaviours, Option<Problem>)>::default());
        };
        let (stored, unsealed): (StoredBehaviours, _) =
            files::parse_sealed(&path, &text, BEHAVIOUR_FORMAT, error::results::not_behaviours)?;
        Ok((Behaviours { entries: stored.tasks, frames: stored.frames }, unsealed))
    }

    /// Writes them beside a run, in one step.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, dir: &Path) -> Result<()> {
        let path = dir.join(BEHAVIOUR_FILE);
        let (tasks, frames) = (self.entries.clone(), self.frames.clone());
        let stored = StoredBehaviours { format: BEHAVIOUR_FORMAT, tasks, frames };
        let text = serde_json::to_string_pretty(&stored)
            .map_err(|cause| error::cannot_write(&path, &cause.into()))?;
        files::replace(&path, files::seal(&text))
    }

    /// What is known of an answer to a task, whose content hash is `hash`; `None` when the task, the answer or the
    /// inputs were others then.
    pub fn find(&self, task: Task<'_>, hash: &str, answer: &Answer) -> Option<&Behaved> {
        Some(&self.entry(task, hash, answer)?.behaved)
    }

    fn entry(&self, task: Task<'_>, hash: &str, answer: &Answer) -> Option<&BehaviourEntry> {
        let entry = self.entries.get(&task.id())?;
        let is_alike =
            entry.hash == hash && entry.inputs == inputs_hash(task) && entry.answer == answer_hash(answer);
        is_alike.then_some(entry)
    }

    /// Remembers what is known of an answer, and the slice that was found inside of it.
    pub fn insert(
        &mut self,
        (task, hash): (Task<'_>, &str),
        answer: &Answer,
        behaved: Behaved,
        inner: Option<&[SourceFile]>,
    ) {
        let text = |file: &SourceFile| (file.path.clone(), file.text.clone());
        let entry = BehaviourEntry {
            hash: hash.to_owned(),
            answer: answer_hash(answer),
            inputs: inputs_hash(task),
            inner: inner.map(|files| files.iter().map(text).collect()),
            behaved,
        };
        self.entries.insert(task.id(), entry);
    }

    /// A record of an answer in normal form, with the slice that was found inside of it as one more gold slice; `None` where there is
    /// none, or the record is as it is here.
    pub fn with_inner(&self, task: Task<'_>, hash: &str, record: &Record) -> Option<Record> {
        let inner = self.entry(task, hash, record.answer.as_ref()?)?.inner.as_ref()?;
        let mut record = record.clone();
        let file = |(path, text): (&PathBuf, &String)| SourceFile::new(path.clone(), text.clone());
        record.normalised.as_mut()?.golds.push(inner.iter().map(file).collect());
        Some(record)
    }

    /// Remembers what an answer to a task may lack, for each of its gold slices.
    pub fn insert_frame(&mut self, task: Task<'_>, hash: &str, golds: Vec<Option<Vec<OptionalNode>>>) {
        let entry = FrameEntry { hash: hash.to_owned(), inputs: inputs_hash(task), golds };
        self.frames.insert(task.id(), entry);
    }

    /// The criterion of a task with what running its gold slices showed; `None` when that was not done, or of another task.
    pub fn framed(&self, task: Task<'_>, hash: &str) -> Option<Criterion> {
        let entry = self.frames.get(&task.id())?;
        let n_golds = task.criterion.golds.len();
        let n_nodes = task.benchmark.tree.len();
        let is_there =
            |one: &OptionalNode| one.needs.iter().chain([&one.node]).all(|&node| (node as usize) < n_nodes);
        let is_alike =
            entry.hash == hash && entry.inputs == inputs_hash(task) && entry.golds.len() == n_golds;
        if !is_alike || !entry.golds.iter().flatten().flatten().all(is_there) {
            return None;
        }
        let mut criterion = task.criterion.clone();
        for (gold, observed) in criterion.golds.iter_mut().zip(&entry.golds) {
            // What a certificate says rests on more inputs.
            gold.optional = gold.optional.take().or_else(|| observed.clone());
        }
        Some(criterion)
    }
}

fn answer_hash(answer: &Answer) -> String {
    hex(serde_json::to_string(answer).expect("an answer has only texts and numbers").as_bytes())
}

/// Of everything that inputs are taken from.
fn inputs_hash(task: Task<'_>) -> String {
    let inputs: Vec<(&[String], &str)> =
        task.benchmark.inputs.iter().map(|input| (&input.args[..], input.stdin.as_str())).collect();
    let all = (inputs, &task.criterion.certificate, task.criterion.input_idx);
    hex(serde_json::to_string(&all).expect("inputs are texts").as_bytes())
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::suite::Suite;

    fn answer(text: &str) -> Answer {
        Answer::Source { files: vec![SourceFile::new("a.erl", text)] }
    }

    #[test]
    fn what_was_seen_of_another_answer_or_task_says_nothing() {
        let suite = Suite::embedded().unwrap();
        let task = suite.tasks().next().unwrap();
        let mut known = Behaviours::default();
        known.insert((task, "h"), &answer("a"), Behaved::not_run("no oracle"), None);
        let folder = tempfile::tempdir().unwrap();
        known.write(folder.path()).unwrap();
        let (read, problem) = Behaviours::read(folder.path()).unwrap();
        assert_eq!(problem, None);
        assert_eq!(read, known);
        assert_eq!(read.find(task, "h", &answer("a")).unwrap().text(), "not run: no oracle");
        assert_eq!(read.find(task, "other", &answer("a")), None);
        assert_eq!(read.find(task, "h", &answer("b")), None);
        let mut benchmark = task.benchmark.clone();
        benchmark.inputs.clear();
        let other = Task { benchmark: &benchmark, criterion: task.criterion };
        assert_eq!(read.find(other, "h", &answer("a")), None);
    }

    #[test]
    fn newer_files_are_refused_and_none_is_no_mistake() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Behaviours::read(folder.path()).unwrap().0.entries.is_empty());
        std::fs::write(folder.path().join(BEHAVIOUR_FILE), "{\"format\": 2, \"new\": []}").unwrap();
        let error = Behaviours::read(folder.path()).unwrap_err().to_string();
        assert!(error.contains("format 2 is newer"), "{error}");
    }

    #[test]
    fn a_witness_is_one_line() {
        let witness = BehaviourWitness {
            args: vec!["3".to_owned(), "[a]".to_owned()],
            stdin: "x\n".to_owned(),
            position: 2,
            expected: "8".to_owned(),
            got: "6".to_owned(),
        };
        let behaved = Behaved {
            behaviour: Some(Behaviour::Differs),
            reason: None,
            witness: Some(witness),
            n_inputs: 4,
            runtime: None,
        };
        assert_eq!(behaved.text(), "differs on input [3, [a]] \"x\\n\" at value 2: expected 8, got 6");
    }
}
