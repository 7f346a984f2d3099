//! What the answers of a run are worth, as sets of nodes: in memory, and stored beside a run or as a baseline.
//!
//! In: graded answers. Out: a [`Snapshot`], which `compare` lays beside another one. Nothing here grades or compares.

mod stored;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ast::NodeSet;
use crate::grade::{AnswerVerdict, Counts, Examined};
use crate::results::{Granularity, RunHeader, Status, SuiteStamp};
use crate::suite::{Evidence, SliceKind, Task};

pub use stored::{MadeOf, best, grades_of_run, named, names, read, write, write_grades_of_run};

/// What one run is worth, task by task: what `compare` compares, and what a baseline holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Whose answers, and when.
    pub origin: Origin,
    /// By task id.
    pub tasks: BTreeMap<String, Outcome>,
}

/// Where a [`Snapshot`] comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// [`crate::grade::GRADER`] at the time of grading.
    pub grader: String,
    /// When the run began, UTC: `2026-11-21T10:53:06Z`.
    pub created: String,
    /// All tasks that were asked for had their record.
    pub complete: bool,
    /// Name of the slicer.
    pub slicer: String,
    /// What the slicer said of itself; `None` when it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// SHA-256 of the adapter's text, hexadecimal.
    pub adapter_hash: String,
    /// What was asked for.
    pub suite: SuiteStamp,
}

/// What one answer is worth, as sets of nodes of its program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "line::StoredOutcome", into = "line::StoredOutcome")]
pub struct Outcome {
    /// Content hash of program, criterion and gold, as in `suite`.
    pub hash: String,
    /// Short hashes of program, criterion and gold slices, each by itself; `None` when graded against another task.
    pub parts: Option<[String; 3]>,
    /// [`crate::ast::Tree::fingerprint`] of the tree that the node ids belong to.
    pub tree: u64,
    /// What the slice has to preserve.
    pub kind: SliceKind,
    /// Unit in which the answer was graded.
    pub granularity: Granularity,
    /// How the run ended.
    pub status: Status,
    /// Canonical reason for a status other than `answered`.
    pub reason: Option<String>,
    /// What the answer is worth.
    pub verdict: AnswerVerdict,
    /// How well the gold slice is established.
    pub evidence: Evidence,
    /// Labels of the task.
    pub labels: Vec<String>,
    /// The adapter declares the task's language, kind of slice and form of criterion; what it does not is in no average.
    pub supported: bool,
    /// The criterion is contested and left out of totals.
    pub contested: bool,
    /// Graded against the suite of another time: the sets mean nothing.
    pub outdated: bool,
    /// Index of the gold slice that was used.
    pub gold_idx: usize,
    /// Counted nodes of the program.
    pub n_nodes: usize,
    /// Answer nodes that the program has nowhere.
    pub n_invented: usize,
    /// Nodes of the program that the answer kept; empty without an answer.
    pub kept: NodeSet,
    /// Nodes of gold that it did not; all of gold without an answer.
    pub missing: NodeSet,
    /// Nodes that it kept and gold has not.
    pub surplus: NodeSet,
    /// Jaccard index of the answers of repeated runs, |common nodes| / |all nodes|, 0.0 to 1.0; `None` when the
    /// task ran once.
    pub stability: Option<f64>,
    /// Folder name of the run that it is from, in a record of the best ever; `None` elsewhere.
    pub run: Option<String>,
}

impl Origin {
    /// In words: `ce-edg 0.1.0, 2026-11-21T10:53:06Z`.
    pub fn name(&self) -> String {
        let words = [Some(self.slicer.as_str()), self.version.as_deref()];
        let slicer: Vec<&str> = words.into_iter().flatten().collect();
        format!("{}, {}", slicer.join(" "), self.created)
    }
}

impl Snapshot {
    /// The outcomes of a run.
    pub fn new(header: &RunHeader, tasks: BTreeMap<String, Outcome>) -> Snapshot {
        let origin = Origin {
            grader: crate::grade::GRADER.to_owned(),
            created: header.created.clone(),
            complete: header.complete,
            slicer: header.slicer.name.clone(),
            version: header.slicer.version.clone(),
            adapter_hash: header.slicer.adapter_hash.clone(),
            suite: header.suite.clone(),
        };
        Snapshot { origin, tasks }
    }

    /// Whether every task of the suite was asked for and has its record.
    pub fn is_whole(&self) -> bool {
        let suite = &self.origin.suite;
        self.origin.complete
            && suite.filters.is_empty()
            && suite.labels.is_empty()
            && suite.partition.is_none()
    }
}

impl Outcome {
    /// What a graded answer to a task is worth; `hash` is the content hash in its record, `stability` that of its
    /// repetitions.
    pub fn new(task: Task<'_>, examined: &Examined, hash: &str, stability: Option<f64>) -> Outcome {
        let grade = &examined.grade;
        Outcome {
            hash: hash.to_owned(),
            parts: (!grade.incomparable).then(|| task.part_hashes()),
            tree: examined.program.fingerprint(),
            kind: grade.kind,
            granularity: grade.granularity,
            status: grade.status,
            reason: grade.reason.clone(),
            verdict: grade.verdict,
            evidence: grade.evidence,
            labels: grade.labels.clone(),
            supported: grade.supported,
            contested: grade.contested,
            outdated: grade.incomparable,
            gold_idx: grade.gold_idx,
            n_nodes: grade.counts.nodes,
            n_invented: grade.counts.invented,
            kept: examined.kept.clone(),
            missing: examined.gold.difference(&examined.kept),
            surplus: examined.kept.difference(&examined.gold),
            stability,
            run: None,
        }
    }

    /// There is an answer.
    pub fn is_answered(&self) -> bool {
        self.status == Status::Answered
    }

    /// Repeated runs answered otherwise.
    pub fn is_nondeterministic(&self) -> bool {
        self.stability.is_some_and(|index| index < 1.0)
    }

    /// Number of nodes of the gold slice that was used.
    pub fn n_gold(&self) -> usize {
        self.kept.len() - self.surplus.len() + self.missing.len()
    }

    /// The gold slice that was used.
    pub fn gold(&self) -> NodeSet {
        self.kept.difference(&self.surplus).union(&self.missing)
    }

    /// The counts of the grade, as far as ratios need them.
    pub fn counts(&self) -> Counts {
        Counts {
            nodes: self.n_nodes,
            gold_nodes: self.n_gold(),
            kept: self.kept.len() - self.surplus.len(),
            missing: self.missing.len(),
            surplus: self.surplus.len(),
            invented: self.n_invented,
            ..Counts::default()
        }
    }
}

/// Jaccard index of several answers to one task, |nodes of all| / |nodes of any|: 1.0 when they are alike, 0.0 also
/// when runs ended in different ways.
pub fn stability(first: &Examined, others: impl IntoIterator<Item = Examined>) -> f64 {
    let (mut all, mut any) = (first.kept.clone(), first.kept.clone());
    let mut is_alike = true;
    for other in others {
        is_alike &= other.grade.status == first.grade.status;
        all = all.intersection(&other.kept);
        any = any.union(&other.kept);
    }
    match (is_alike, any.len()) {
        (false, _) => 0.0,
        (true, 0) => 1.0,
        (true, n_any) => all.len() as f64 / n_any as f64,
    }
}

mod line {
    //! One line of JSON for an outcome: sets as ranges, what is as usual left out.
    use super::{AnswerVerdict, Evidence, Granularity, NodeSet, Outcome, SliceKind, Status};
    use serde::{Deserialize, Serialize};

    /// Larger node ids than any program has: a file that names them is not ours.
    const MAX_NODE: u32 = 100_000_000;

    fn is_default<T: Default + PartialEq>(value: &T) -> bool {
        *value == T::default()
    }

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct StoredOutcome {
        hash: String,
        /// Program, criterion, gold.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parts: Option<[String; 3]>,
        tree: String,
        #[serde(default, skip_serializing_if = "is_default")]
        kind: SliceKind,
        #[serde(default, skip_serializing_if = "is_default")]
        granularity: Granularity,
        status: Status,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        verdict: AnswerVerdict,
        evidence: Evidence,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        labels: Vec<String>,
        /// The opposite of `supported`, so that what is as usual is left out.
        #[serde(default, skip_serializing_if = "is_default")]
        undeclared: bool,
        #[serde(default, skip_serializing_if = "is_default")]
        contested: bool,
        #[serde(default, skip_serializing_if = "is_default")]
        outdated: bool,
        #[serde(default, skip_serializing_if = "is_default")]
        gold_idx: usize,
        nodes: usize,
        #[serde(default, skip_serializing_if = "is_default")]
        invented: usize,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        kept: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        missing: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        surplus: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stability: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        run: Option<String>,
    }

    impl From<Outcome> for StoredOutcome {
        fn from(outcome: Outcome) -> StoredOutcome {
            StoredOutcome {
                hash: outcome.hash,
                parts: outcome.parts,
                tree: format!("{:016x}", outcome.tree),
                kind: outcome.kind,
                granularity: outcome.granularity,
                status: outcome.status,
                reason: outcome.reason,
                verdict: outcome.verdict,
                evidence: outcome.evidence,
                labels: outcome.labels,
                undeclared: !outcome.supported,
                contested: outcome.contested,
                outdated: outcome.outdated,
                gold_idx: outcome.gold_idx,
                nodes: outcome.n_nodes,
                invented: outcome.n_invented,
                kept: outcome.kept.to_ranges(),
                missing: outcome.missing.to_ranges(),
                surplus: outcome.surplus.to_ranges(),
                stability: outcome.stability,
                run: outcome.run,
            }
        }
    }

    impl TryFrom<StoredOutcome> for Outcome {
        type Error = String;

        fn try_from(stored: StoredOutcome) -> Result<Outcome, String> {
            let set = |name: &str, text: &str| {
                NodeSet::from_ranges(text, MAX_NODE)
                    .ok_or_else(|| format!("`{name}` is not a list of ascending ranges, such as `0-3,7`"))
            };
            let tree = u64::from_str_radix(&stored.tree, 16);
            let outcome = Outcome {
                hash: stored.hash,
                parts: stored.parts,
                tree: tree.map_err(|_| "`tree` is not a hexadecimal number".to_owned())?,
                kind: stored.kind,
                granularity: stored.granularity,
                status: stored.status,
                reason: stored.reason,
                verdict: stored.verdict,
                evidence: stored.evidence,
                labels: stored.labels,
                supported: !stored.undeclared,
                contested: stored.contested,
                outdated: stored.outdated,
                gold_idx: stored.gold_idx,
                n_nodes: stored.nodes,
                n_invented: stored.invented,
                kept: set("kept", &stored.kept)?,
                missing: set("missing", &stored.missing)?,
                surplus: set("surplus", &stored.surplus)?,
                stability: stored.stability,
                run: stored.run,
            };
            if !outcome.surplus.is_subset(&outcome.kept) || outcome.missing.n_common(&outcome.kept) > 0 {
                return Err("`surplus` must be among `kept`, and `missing` must not".to_owned());
            }
            Ok(outcome)
        }
    }
}
