//! A comparison for people and machines: what changed, by how much, by which causes, and whether the gate passes.

use serde_json::json;

use super::document::{
    Block, Document, FilledColumn, NONE, TextTable, fine, left, plural, ratio, right, signed, tasks,
};
use super::pairs::{self, NamedPair};
use super::records::KeyedValue;
use super::{Records, Render, printable};
use crate::compare::{
    Aggregate, Cause, Change, Comparison, GateVerdict, HeadToHead, Loss, Outcome, PairedMetric, TaskChange,
    Together,
};

/// Rows of lists that are mentioned, not the point: causes, tasks that are no pair.
const MAX_LISTED: usize = 20;

/// Everything that is said of two runs.
#[derive(Clone, Debug)]
pub struct ComparisonReport {
    /// What changed.
    pub comparison: Comparison,
    /// Nodes that came and went, grouped; empty where the programs are not at hand.
    pub causes: Vec<Cause>,
    /// Who is better where, when the sides are two slicers.
    pub head_to_head: Option<HeadToHead>,
    /// What one slicer after the other gives; only where both were run so.
    pub composed: Vec<(String, Together)>,
    /// The gate's verdict, when there is a gate.
    pub verdict: Option<GateVerdict>,
    /// Changed programs with their nodes marked, in the order of the table.
    pub sources: Vec<MarkedSource>,
    /// Times of the two sides, when they were measured.
    pub times: Vec<String>,
    /// Most rows of the table of changed tasks; `None` for all.
    pub max_rows: Option<usize>,
}

/// The lines of a program on which nodes came or went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedSource {
    /// Task id and change.
    pub title: String,
    /// For a terminal, with styles.
    pub styled: String,
    /// The same without.
    pub plain: String,
}

const CHANGED_COLUMNS: [FilledColumn<TaskChange>; 10] = [
    (left("task", 0), |task| task.task.clone()),
    (left("change", 0), |task| task.change.name().to_owned()),
    (left("base", 3), |task| end(task.base.as_ref())),
    (left("current", 0), |task| end(task.current.as_ref())),
    (right("gold lost", "gold−", 0), |task| task.nodes.gold_lost.len().to_string()),
    (right("gold gained", "gold+", 0), |task| task.nodes.gold_gained.len().to_string()),
    (right("surplus gained", "surp+", 0), |task| task.nodes.surplus_gained.len().to_string()),
    (right("surplus lost", "surp−", 0), |task| task.nodes.surplus_lost.len().to_string()),
    (right("F1 base", "F1 base", 2), |task| ratio(task.base.as_ref().and_then(f1))),
    (right("F1", "F1", 1), |task| ratio(task.current.as_ref().and_then(f1))),
];

const AVERAGE_COLUMNS: [FilledColumn<PairedMetric>; 8] = [
    (left("", 0), |paired| paired.metric.name().to_owned()),
    (right("n", "n", 0), |paired| paired.n.to_string()),
    (right("base", "base", 0), |paired| fine(paired.base)),
    (right("current", "current", 0), |paired| fine(paired.current)),
    (right("difference", "diff", 0), |paired| signed(paired.difference)),
    (left("95 % interval", 0), |paired| match paired.interval {
        Some((low, high)) => format!("[{}, {}]", signed(Some(low)), signed(Some(high))),
        None => String::new(),
    }),
    (right("n base", "n base", 1), |paired| paired.n_base.to_string()),
    (right("n current", "n curr", 1), |paired| paired.n_current.to_string()),
];

const TOGETHER_COLUMNS: [FilledColumn<(String, Together)>; 7] = [
    (left("", 0), |(name, _)| name.clone()),
    (right("tasks", "tasks", 0), |(_, together)| together.n.to_string()),
    (right("complete", "compl", 0), |(_, together)| together.n_complete.to_string()),
    (right("exact", "exact", 0), |(_, together)| together.n_exact.to_string()),
    (right("R", "R", 0), |(_, together)| fine(together.recall)),
    (right("P", "P", 0), |(_, together)| fine(together.precision)),
    (right("F1", "F1", 0), |(_, together)| fine(together.f1)),
];

const OTHER_COLUMNS: [FilledColumn<TaskChange>; 3] = [
    (left("task", 0), |task| task.task.clone()),
    (left("", 0), |task| task.change.name().to_owned()),
    (left("why", 0), |task| match (&task.obstacle, task.change) {
        (Some(obstacle), _) => printable(obstacle),
        (None, Change::Appeared) => "only on the current side".to_owned(),
        (None, _) => "only in the base".to_owned(),
    }),
];

impl ComparisonReport {
    /// Of a comparison, with nothing else.
    pub fn new(comparison: Comparison) -> ComparisonReport {
        let head_to_head =
            (comparison.base.slicer != comparison.current.slicer).then(|| HeadToHead::new(&comparison));
        ComparisonReport {
            comparison,
            causes: Vec::new(),
            head_to_head,
            composed: Vec::new(),
            verdict: None,
            sources: Vec::new(),
            times: Vec::new(),
            max_rows: None,
        }
    }

    fn counts_note(&self) -> String {
        let counts = self.comparison.counts();
        let words: Vec<String> = Change::ALL
            .iter()
            .filter(|change| counts[change] > 0)
            .map(|change| format!("{} {}", counts[change], change.name()))
            .collect();
        let words = if words.is_empty() { "no task on either side".to_owned() } else { words.join(", ") };
        format!("tasks: {words}")
    }

    fn changed_blocks(&self, blocks: &mut Vec<Block>) {
        let changed = self.comparison.ranked(&[Change::Regressed, Change::Changed, Change::Improved]);
        if changed.is_empty() {
            blocks.push(Block::Note("No task changed.".to_owned()));
            return;
        }
        let shown = self.max_rows.unwrap_or(changed.len()).min(changed.len());
        blocks.push(Block::Heading("Changed tasks".to_owned()));
        blocks.push(Block::Table(TextTable::new(&CHANGED_COLUMNS, changed.iter().take(shown).copied())));
        if shown < changed.len() {
            blocks.push(Block::Note(format!("… and {}", tasks(changed.len() - shown))));
        }
    }

    fn source_blocks(&self, blocks: &mut Vec<Block>) {
        for source in &self.sources {
            blocks.push(Block::Heading(source.title.clone()));
            blocks.push(Block::Code { styled: source.styled.clone(), plain: source.plain.clone() });
        }
    }

    fn cause_blocks(&self, blocks: &mut Vec<Block>) {
        if self.causes.is_empty() {
            return;
        }
        blocks.push(Block::Heading("Nodes that came and went, by cause".to_owned()));
        for cause in self.causes.iter().take(MAX_LISTED) {
            blocks.push(Block::Note(cause.text()));
        }
        if self.causes.len() > MAX_LISTED {
            let n_more = plural(self.causes.len() - MAX_LISTED, "more cause");
            blocks.push(Block::Note(format!("… and {n_more}")));
        }
    }

    fn other_blocks(&self, blocks: &mut Vec<Block>) {
        let others = self.comparison.ranked(&[Change::Incomparable, Change::Appeared, Change::Disappeared]);
        if others.is_empty() {
            return;
        }
        blocks.push(Block::Heading("Tasks that are no pair, left out of all averages".to_owned()));
        blocks.push(Block::Table(TextTable::new(&OTHER_COLUMNS, others.iter().take(MAX_LISTED).copied())));
        if others.len() > MAX_LISTED {
            blocks.push(Block::Note(format!("… and {}", tasks(others.len() - MAX_LISTED))));
        }
    }

    fn head_to_head_blocks(&self, blocks: &mut Vec<Block>) {
        let Some(head_to_head) = &self.head_to_head else { return };
        let (first, second) = (&self.comparison.base.slicer, &self.comparison.current.slicer);
        blocks.push(Block::Heading(format!("{second} beside {first}")));
        blocks.push(Block::Note(format!(
            "{} wins, {} ties, {} losses for {second}",
            head_to_head.wins.len(),
            head_to_head.ties.len(),
            head_to_head.losses.len()
        )));
        let slicers = [first.clone(), second.clone()];
        let named = NamedPair { slicers, pair: head_to_head.pair.clone() };
        blocks.extend(pairs::blocks("Is the difference more than chance?", &[named]));
        blocks.push(Block::Heading("What both kept, what either kept".to_owned()));
        let mut rows = vec![
            (format!("both kept ({first} ∩ {second})"), head_to_head.intersection.clone()),
            (format!("either kept ({first} ∪ {second})"), head_to_head.union.clone()),
        ];
        rows.extend(self.composed.iter().cloned());
        blocks.push(Block::Table(TextTable::new(&TOGETHER_COLUMNS, &rows)));
        for (name, together) in &self.composed {
            blocks.push(Block::Note(format!("{name}: {}", beats(together, &head_to_head.intersection))));
        }
    }

    /// The whole in one line: the gate's verdict, where there is a gate.
    pub fn headline(&self) -> String {
        match &self.verdict {
            Some(verdict) => printable(&verdict.headline),
            None => printable(&self.comparison.summary()),
        }
    }

    /// What the rules of the gate say; the tasks that it fails are first in the table of changes.
    fn verdict_blocks(&self, blocks: &mut Vec<Block>) {
        let Some(verdict) = &self.verdict else { return };
        blocks.push(Block::Heading(format!("Gate ({}): {}", verdict.fail_on, verdict.outcome)));
        let (tasks, rules): (Vec<_>, Vec<_>) =
            verdict.failures.iter().partition(|failure| failure.kind == "task");
        let n_shown = tasks.len().min(MAX_LISTED);
        for failure in rules.into_iter().chain(tasks[..n_shown].iter().copied()) {
            blocks.push(Block::Note(format!("fails: {}", printable(&failure.text))));
        }
        if n_shown < tasks.len() {
            blocks.push(Block::Note(format!("… and {} more, no worse than these", tasks.len() - n_shown)));
        }
        for (task, reason) in &verdict.waived {
            blocks.push(Block::Note(format!("waived: {task}: {}", printable(reason))));
        }
        for warning in &verdict.warnings {
            blocks.push(Block::Note(format!("warning: {}", printable(warning))));
        }
    }
}

impl Render for ComparisonReport {
    fn document(&self) -> Document {
        let (base, current) = (self.comparison.base.name(), self.comparison.current.name());
        let mut blocks = vec![
            Block::Note(self.headline()),
            Block::Heading("Comparison".to_owned()),
            Block::Note(format!("base: {}", printable(&base))),
            Block::Note(format!("current: {}", printable(&current))),
            Block::Note(self.counts_note()),
        ];
        self.verdict_blocks(&mut blocks);
        self.changed_blocks(&mut blocks);
        self.source_blocks(&mut blocks);
        self.cause_blocks(&mut blocks);
        for aggregate in &self.comparison.aggregates {
            aggregate_blocks(aggregate, &mut blocks);
        }
        self.head_to_head_blocks(&mut blocks);
        for line in &self.times {
            blocks.push(Block::Note(line.clone()));
        }
        self.other_blocks(&mut blocks);
        Document { blocks }
    }

    fn records(&self) -> Records {
        Records::new(self.comparison.ranked(Change::ALL), &RECORD_COLUMNS)
    }
}

/// Columns of comparisons, which `docs/schema/comparison.schema.json` describes.
pub(super) const RECORD_COLUMNS: [KeyedValue<TaskChange>; 16] = [
    ("task", |task| json!(task.task)),
    ("change", |task| json!(task.change.name())),
    ("loss", |task| json!(task.loss().map(Loss::name))),
    ("why", |task| json!(task.obstacle)),
    ("base_status", |task| json!(task.base.as_ref().map(|outcome| outcome.status.name()))),
    ("current_status", |task| json!(task.current.as_ref().map(|outcome| outcome.status.name()))),
    ("base_verdict", |task| json!(task.base.as_ref().map(|outcome| outcome.verdict.name()))),
    ("current_verdict", |task| json!(task.current.as_ref().map(|outcome| outcome.verdict.name()))),
    ("base_f1", |task| json!(task.base.as_ref().and_then(f1))),
    ("current_f1", |task| json!(task.current.as_ref().and_then(f1))),
    ("gold_lost", |task| json!(task.nodes.gold_lost.len())),
    ("gold_gained", |task| json!(task.nodes.gold_gained.len())),
    ("surplus_gained", |task| json!(task.nodes.surplus_gained.len())),
    ("surplus_lost", |task| json!(task.nodes.surplus_lost.len())),
    ("nondeterministic", |task| json!(task.is_nondeterministic())),
    ("contested", |task| json!(task.is_contested())),
];

fn f1(outcome: &Outcome) -> Option<f64> {
    outcome.is_answered().then(|| outcome.counts().f1())
}

/// The verdict of an answer, or how the run ended.
fn end(outcome: Option<&Outcome>) -> String {
    match outcome {
        Some(outcome) if outcome.is_answered() => outcome.verdict.name().to_owned(),
        Some(outcome) => match &outcome.reason {
            Some(reason) => format!("{}: {}", outcome.status.name(), printable(reason)),
            None => outcome.status.name().to_owned(),
        },
        None => NONE.to_owned(),
    }
}

fn aggregate_blocks(aggregate: &Aggregate, blocks: &mut Vec<Block>) {
    blocks.push(Block::Heading(format!(
        "Averages: {} slices, graded by {}, {} in common of {}",
        aggregate.kind.name(),
        aggregate.granularity.name(),
        tasks(aggregate.n_tasks),
        plural(aggregate.n_benchmarks, "program"),
    )));
    blocks.push(Block::Table(TextTable::new(&AVERAGE_COLUMNS, &aggregate.metrics)));
    let (base, current) = (&aggregate.base, &aggregate.current);
    blocks.push(Block::Note(format!(
        "answered {} → {}, complete {} → {}, exact {} → {}",
        base.n_answered,
        current.n_answered,
        base.n_complete,
        current.n_complete,
        base.n_exact,
        current.n_exact
    )));
}

/// Completeness first, then precision.
fn beats(composed: &Together, intersection: &Together) -> &'static str {
    let key = |together: &Together| (together.recall.unwrap_or(0.0), together.precision.unwrap_or(0.0));
    let ((recall, precision), (other_recall, other_precision)) = (key(composed), key(intersection));
    match recall.total_cmp(&other_recall).then(precision.total_cmp(&other_precision)) {
        std::cmp::Ordering::Greater => "better than what both kept",
        std::cmp::Ordering::Equal => "as good as what both kept",
        std::cmp::Ordering::Less => "worse than what both kept",
    }
}
