//! The stored outcome of a run: what was asked, what came back, how it ended. No judgement.
//!
//! Layout: `run.json` (header, written first, marked complete last), `tasks.jsonl` (append-only, a
//! record a line, each with its checksum), `repeats.jsonl` (the same for repetitions), `raw/<task>/` (standard output
//! and error, the answer as read; `raw.tar` in a run of many tasks). `docs/FORMATS.md` names every field.

mod behaviour;
mod frame;
mod header;
mod last_words;
mod locate;
mod merge;
mod minimized;
mod pack;
mod raw;
mod read;
mod shares;
mod work;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::ast::SourceFile;

pub use behaviour::{Behaved, Behaviour, BehaviourWitness, Behaviours};
pub use frame::{Frame, framed};
pub use header::{
    FORMAT, Host, RunHeader, RunLimits, SandboxStamp, SlicerRole, SlicerStamp, SuiteStamp, ToolStamp, now,
};
pub use last_words::LastWords;
pub use locate::{find, latest, runs};
pub use merge::merge;
pub use minimized::{
    Gap, PhaseOne, Proved, RefusedAnswer, SEARCH_FORMAT, StoredCoverage, StoredCriterion, StoredInputs,
    StoredOracle, StoredRule, StoredSearch, StoredStage, StoredTimes,
};
pub use raw::{RawFile, RawFiles, RawOutput, RawRun};
pub use read::read_header;
pub use shares::{StoredShare, has_all_shares};
pub use work::{
    DoneWork, GoldEnd, StoredProblem, WORK_FORMAT, WorkHeader, WorkKind, WorkLog, WorkRecord, WorkStatus,
    merge_work,
};
pub use write::ResultsWriter;

/// The header, in the folder of a run.
const HEADER_FILE: &str = "run.json";

/// The records, in the folder of a run.
const RECORDS_FILE: &str = "tasks.jsonl";

/// Records of the second and later runs of tasks, in the folder of a run.
const REPEATS_FILE: &str = "repeats.jsonl";

/// What the slicer printed and wrote, in the folder of a run.
const RAW_FOLDER: &str = "raw";

/// The same in a run of many tasks, where it is one archive.
const RAW_PACK: &str = "raw.tar";

/// What one run of one slicer left.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// Folder of the run.
    pub dir: PathBuf,
    /// What was asked.
    pub header: RunHeader,
    /// What came back, ordered by task, one record for each.
    pub records: Vec<Record>,
    /// What came back when tasks ran again, by task, in the order of the repetitions; empty unless that was asked for.
    pub repeats: BTreeMap<String, Vec<Record>>,
    /// Whether that is what was written.
    pub integrity: Integrity,
}

/// Whether stored results are as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Integrity {
    /// Every byte is; the checksum of header and records together.
    Whole(String),
    /// Nothing speaks against it: the run goes on or was interrupted, or an older version wrote it.
    Unknown,
    /// Something is not, and was left out.
    Damaged,
}

/// How the run of a slicer on one task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// There is an answer to grade.
    Answered,
    /// The slicer says that it cannot do this; not a failure.
    Unsupported,
    /// The limit passed; whatever came later is ignored.
    TimedOut,
    /// The memory limit passed.
    OutOfMemory,
    /// Ended by a signal.
    Crashed,
    /// Ended with an exit code, or a message, that the adapter calls a failure.
    Exited,
    /// Ended well and left no answer.
    NoOutput,
    /// Left something that cannot be read as an answer.
    Unreadable,
    /// Could not be started.
    NotStarted,
}

impl Status {
    /// The word used in files, tables and filters.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The finest unit an answer can tell apart.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    /// Whole lines.
    Line,
    /// Whole statements.
    Statement,
    /// Any AST node.
    #[default]
    Expression,
}

impl Granularity {
    /// The word used in files, tables and filters.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// How answers by lines are completed before they are graded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Close {
    /// A statement is kept with all its lines and with the headers of everything around it.
    #[default]
    Structure,
    /// The lines that were named, and no others.
    None,
}

/// A range of a file; lines and columns are 1-based, the end is exclusive in columns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// Program file.
    pub file: PathBuf,
    /// First line.
    pub start_line: usize,
    /// First column.
    pub start_column: usize,
    /// Last line.
    pub end_line: usize,
    /// One past the last column on the last line.
    pub end_column: usize,
}

/// What a slicer answered, in one form for all adapters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Answer {
    /// Source text of the slice, under the program's file names where they are known.
    Source {
        /// The files of the slice.
        #[serde(with = "source_files")]
        files: Vec<SourceFile>,
    },
    /// 1-based kept lines by program file.
    Lines {
        /// Kept lines.
        files: BTreeMap<PathBuf, BTreeSet<usize>>,
    },
    /// Kept ranges of the program.
    Spans {
        /// Kept ranges, sorted.
        spans: Vec<Span>,
    },
}

mod source_files {
    //! Source files as a list of `{path, text}`.
    use super::SourceFile;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::path::PathBuf;

    #[derive(Serialize, Deserialize)]
    struct StoredFile {
        path: PathBuf,
        text: String,
    }

    pub(super) fn serialize<S: Serializer>(files: &[SourceFile], serializer: S) -> Result<S::Ok, S::Error> {
        let stored: Vec<StoredFile> = files
            .iter()
            .map(|file| StoredFile { path: file.path.clone(), text: file.text.clone() })
            .collect();
        stored.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<SourceFile>, D::Error> {
        let stored = Vec::<StoredFile>::deserialize(deserializer)?;
        Ok(stored.into_iter().map(|file| SourceFile::new(file.path, file.text)).collect())
    }
}

/// How answers of a slicer are to be read when they are graded; copied from its adapter into the header.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Reading {
    /// Finest unit of the answers.
    pub granularity: Granularity,
    /// Names the slicer writes for deleted code, besides the language's own.
    pub placeholders: Vec<String>,
    /// Names of functions the slicer appends.
    pub helpers: Vec<String>,
    /// How answers that are graded by lines are completed.
    pub close: Close,
}

/// Program and gold slices as an adapter's normaliser printed them, for slicers that print a normal form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "normalised::StoredNormalised", into = "normalised::StoredNormalised")]
pub struct Normalised {
    /// The program.
    pub program: Vec<SourceFile>,
    /// The gold slices, in the order of the criterion, each as its files.
    pub golds: Vec<Vec<SourceFile>>,
}

mod normalised {
    //! Normal forms as they are stored: a gold slice as its files, formerly as the text of its only file.
    use super::{Normalised, SourceFile, source_files};
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize)]
    pub(super) struct StoredNormalised {
        #[serde(with = "source_files")]
        program: Vec<SourceFile>,
        golds: Vec<StoredGold>,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum StoredGold {
        Text(String),
        #[serde(with = "source_files")]
        Files(Vec<SourceFile>),
    }

    impl From<StoredNormalised> for Normalised {
        fn from(StoredNormalised { program, golds }: StoredNormalised) -> Normalised {
            let path = program.first().map(|file| file.path.clone()).unwrap_or_default();
            let files = |gold| match gold {
                StoredGold::Text(text) => vec![SourceFile::new(path.clone(), text)],
                StoredGold::Files(files) => files,
            };
            Normalised { golds: golds.into_iter().map(files).collect(), program }
        }
    }

    impl From<Normalised> for StoredNormalised {
        fn from(Normalised { program, golds }: Normalised) -> StoredNormalised {
            StoredNormalised { program, golds: golds.into_iter().map(StoredGold::Files).collect() }
        }
    }
}

/// One line of `tasks.jsonl` or `repeats.jsonl`: one slicer on one task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Task id.
    pub task: String,
    /// Content hash of program, criterion and gold, as in `suite`.
    pub hash: String,
    /// Which run of the task it is, from 1; later ones are in `repeats.jsonl`.
    #[serde(default = "first_run", skip_serializing_if = "is_first_run")]
    pub repeat: usize,
    /// Which attempt at it, from 1: failed runs can be made again.
    #[serde(default = "first_run", skip_serializing_if = "is_first_run")]
    pub attempt: usize,
    /// How it ended.
    pub status: Status,
    /// Short canonical text: `SIGSEGV`, `exit 3`, `120 s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Wall-clock time of the slicer's commands, seconds; of a shared call, the same part for each task.
    pub wall_s: f64,
    /// Wall-clock time before the call that is for more than this task, seconds: to build the program, to start a server. Told with
    /// the task that came first, 0 with others that failed by it; `None` when there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup_s: Option<f64>,
    /// User plus system time of the slicer's processes, seconds, divided like `wall_s`; `None` where the system does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_s: Option<f64>,
    /// Largest resident size of one process, bytes; `None` where the system does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_byte: Option<u64>,
    /// Processes that outlived the slicer and were killed; of a shared call, told with its first task.
    #[serde(default)]
    pub n_leaked: usize,
    /// Tasks of the call, when it was for several: its times are divided by this. `None` for a call of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared_by: Option<usize>,
    /// Why cleaning up after the call failed, which changes nothing else: `cleanup: exit 1`. `None` when it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The answer; present exactly when `status` is `answered`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// Program and gold in the slicer's normal form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normalised: Option<Normalised>,
    /// Checksums of the files in `raw`, by their paths in the folder of this run of the task; known when it is stored.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub raw: BTreeMap<String, String>,
}

fn first_run() -> usize {
    1
}

fn is_first_run(number: &usize) -> bool {
    *number == 1
}

impl Record {
    /// The adapter declares the task's language, its kind of slice and its form of criterion. A task that it does not is refused
    /// without a call, which takes no time, and is in no denominator.
    pub fn is_supported(&self) -> bool {
        self.status != Status::Unsupported || self.wall_s > 0.0 || self.setup_s.is_some()
    }

    /// A record with no answer and nothing measured.
    pub fn without_answer(task: String, hash: String, status: Status, reason: Option<String>) -> Record {
        Record {
            task,
            hash,
            repeat: 1,
            attempt: 1,
            status,
            reason,
            wall_s: 0.0,
            setup_s: None,
            cpu_s: None,
            memory_byte: None,
            n_leaked: 0,
            shared_by: None,
            note: None,
            answer: None,
            normalised: None,
            raw: BTreeMap::new(),
        }
    }
}
