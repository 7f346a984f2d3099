//! What must hold of a slicer's answers whatever is in them, so that no gold slice is needed.
//!
//! In: tasks, a slicer, slicers whose slices must be larger. Out: [`RelationCheck`], a score for each [`Relation`] with the
//! first task of which it does not hold. An answer is a program of its own: it parses and compiles, its criterion has the
//! program's values, and sliced again it is itself. Slices of a more precise kind are within those of another. And what does not
//! change the meaning of a program does not change its slices (metamorphic testing; Chen, Cheung, Yiu, "Metamorphic testing: a
//! new approach for generating next test cases", 1998): a renamed variable, another layout, a statement that nothing needs,
//! independent statements exchanged. Such a twin counts only when an oracle has seen it behave alike; its slice is
//! laid over the program by where its nodes come from.

mod reply;
mod report;
mod twins;

use std::collections::{BTreeMap, BTreeSet};

use strum::{IntoStaticStr, VariantArray};

use crate::adapter::{Adapter, Sandbox};
use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::behave;
use crate::builtin::Builtin;
use crate::error::Result;
use crate::language::Language;
use crate::oracle::{Oracle, Trial};
use crate::random::Random;
use crate::suite::{Criterion, SliceKind, Task};

use reply::{Examinee, SlicerReply};
use twins::{Twin, TwinChange, twins};

/// Twins that are tried until one behaves alike.
const N_TRIED: usize = 6;

/// What must hold of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Relation {
    /// It parses, and has nothing that the program has not.
    Parses,
    /// Its language's compiler takes it.
    Compiles,
    /// The criterion takes the program's values first; not asked of data and control slices.
    Behaves,
    /// Sliced again, it loses nothing.
    Idempotent,
    /// It has no node that the slice of another slicer has not.
    Within,
    /// The program executes each of its statements on the input that it is bound to; asked of dynamic and relevant slices.
    Executed,
    /// It is the same when a variable has another name.
    Renamed,
    /// It is the same in another layout.
    Reformatted,
    /// It is the same beside an assignment that nothing reads, which is not in it.
    DeadCode,
    /// It is the same when two independent statements are exchanged.
    Reordered,
}

impl Relation {
    /// The word in tables and files.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

/// What a check is asked, besides tasks and slicer.
#[derive(Clone, Debug)]
pub(crate) struct RelationOptions {
    /// Seed of the twins, and of slicers that use random numbers.
    pub seed: u64,
    /// Walls around slicers that are not ours.
    pub sandbox: Option<Sandbox>,
}

/// Why a relation does not hold of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CounterExample {
    /// `<language>/<benchmark>/<criterion>`, of a slicer that is bound to an input with `on input 2` behind it.
    pub task: String,
    /// What is wrong, with places.
    pub what: String,
    /// The answer.
    pub answer: String,
    /// What it is compared with: the second answer, or the twin's; empty where it is not compared.
    pub other: String,
}

/// How often a relation holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RelationScore {
    /// Which one.
    pub relation: Relation,
    /// The other slicer of [`Relation::Within`].
    pub beside: Option<String>,
    /// Tasks of which it holds.
    pub n_held: usize,
    /// Tasks of which it does not.
    pub n_broken: usize,
    /// Tasks of which nobody can tell, by the reason.
    pub untried: BTreeMap<String, usize>,
    /// The first task of which it does not hold.
    pub first: Option<CounterExample>,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RelationCheck {
    /// Name of the slicer.
    pub slicer: String,
    /// Seed of the twins.
    pub seed: u64,
    /// Times that the slicer was called.
    pub n_calls: usize,
    /// In the order of [`Relation`], then by the other slicer.
    pub scores: Vec<RelationScore>,
}

impl RelationCheck {
    /// Whether a relation does not hold somewhere.
    pub(crate) fn is_broken(&self) -> bool {
        self.scores.iter().any(|score| score.n_broken > 0)
    }

    /// Whether any relation could be tried anywhere.
    pub(crate) fn has_tried(&self) -> bool {
        self.scores.iter().any(|score| score.n_held + score.n_broken > 0)
    }
}

/// Slicers that ship inside and have every node of the slices of this one, in a language.
pub(crate) fn larger(slicer: Builtin, language: Language) -> &'static [Builtin] {
    match slicer.for_language(language) {
        Builtin::CeEdg => &[Builtin::CeSdg, Builtin::Edg],
        Builtin::CeSdg if language == Language::Java => &[Builtin::Jsdg, Builtin::Sdg],
        Builtin::Jsysdg => &[Builtin::Jsdg],
        Builtin::CeSdg | Builtin::Edg | Builtin::Control | Builtin::Data => &[Builtin::Sdg],
        Builtin::Dynamic | Builtin::PrunedRelevant => &[Builtin::Relevant],
        Builtin::PrunedDynamic => &[Builtin::Dynamic, Builtin::PrunedRelevant],
        _ => &[],
    }
}

/// Checks every relation on every task. `others` are adapters of those slicers that are in [`larger`] for one of the
/// languages. `progress` is called with each task that is done.
///
/// # Errors
/// None but those of this machine: what a slicer does wrong is in the scores.
pub(crate) fn check_relations(
    tasks: &[Task<'_>],
    slicer: &Adapter,
    others: &[Adapter],
    options: &RelationOptions,
    progress: &dyn Fn(&str),
) -> Result<RelationCheck> {
    let examinee = |adapter| Examinee::new(adapter, options.seed, options.sandbox.clone());
    let (slicer, others) = (examinee(slicer), others.iter().map(examinee).collect::<Vec<_>>());
    let mut scores = RelationScores::new(&others, slicer.kind());
    let mut seen = BTreeSet::new();
    for task in tasks {
        let is_new = seen.insert((task.benchmark.id.as_str(), task.criterion.nodes.as_slice()));
        if !binds(slicer.kind()) {
            RelationTrial { task, slicer: &slicer, others: &others, scores: &mut scores }.run(options.seed);
        } else if is_new {
            for criterion in bound(task, slicer.kind()) {
                let task = &Task { benchmark: task.benchmark, criterion: &criterion };
                RelationTrial { task, slicer: &slicer, others: &others, scores: &mut scores }
                    .run(options.seed);
            }
        }
        progress(&task.id());
    }
    let n_calls = slicer.n_calls();
    Ok(RelationCheck { slicer: slicer.name().to_owned(), seed: options.seed, n_calls, scores: scores.all })
}

/// Whether slices of a kind are those of one input.
fn binds(kind: SliceKind) -> bool {
    matches!(kind, SliceKind::Dynamic | SliceKind::Relevant)
}

/// The criterion for a kind that is bound to an input, once for each input of the benchmark.
fn bound<'t>(task: &Task<'t>, kind: SliceKind) -> impl Iterator<Item = Criterion> + use<'t> {
    let criterion = task.criterion;
    (0..task.benchmark.inputs.len()).map(move |idx| Criterion {
        kind,
        input_idx: Some(idx),
        ..criterion.clone()
    })
}

/// What is known of a relation and a task.
enum RelationOutcome {
    Held,
    Broken { what: String, other: String },
    Untried(String),
}

impl RelationOutcome {
    fn broken(what: impl Into<String>) -> RelationOutcome {
        RelationOutcome::Broken { what: what.into(), other: String::new() }
    }
}

struct RelationScores {
    all: Vec<RelationScore>,
}

impl RelationScores {
    fn new(others: &[Examinee<'_>], kind: SliceKind) -> RelationScores {
        let names = |&relation: &Relation| -> Vec<Option<String>> {
            match relation {
                Relation::Within => others.iter().map(|other| Some(other.name().to_owned())).collect(),
                Relation::Executed if !binds(kind) => Vec::new(),
                _ => vec![None],
            }
        };
        let score = |relation, beside| RelationScore {
            relation,
            beside,
            n_held: 0,
            n_broken: 0,
            untried: BTreeMap::new(),
            first: None,
        };
        let all = Relation::VARIANTS
            .iter()
            .flat_map(|relation| names(relation).into_iter().map(move |beside| score(*relation, beside)));
        RelationScores { all: all.collect() }
    }

    fn count(
        &mut self,
        at: (Relation, Option<&str>),
        outcome: RelationOutcome,
        task: &str,
        answer: Option<&SlicerReply>,
    ) {
        let is_it = |score: &&mut RelationScore| score.relation == at.0 && score.beside.as_deref() == at.1;
        let Some(score) = self.all.iter_mut().find(is_it) else { return };
        match outcome {
            RelationOutcome::Held => score.n_held += 1,
            RelationOutcome::Untried(why) => *score.untried.entry(why).or_default() += 1,
            RelationOutcome::Broken { what, other } => {
                score.n_broken += 1;
                let answer = answer.map_or(String::new(), |answer| text(&answer.tree));
                score.first.get_or_insert(CounterExample { task: task.to_owned(), what, answer, other });
            }
        }
    }
}

/// All relations on one task.
struct RelationTrial<'a, 't> {
    task: &'a Task<'t>,
    slicer: &'a Examinee<'a>,
    others: &'a [Examinee<'a>],
    scores: &'a mut RelationScores,
}

impl RelationTrial<'_, '_> {
    fn run(&mut self, seed: u64) {
        let (program, criteria) = (&*self.task.benchmark.tree, &self.task.criterion.nodes);
        let answer = match self.slicer.slice(program, criteria, self.task) {
            Ok(answer) => answer,
            Err(why) => return self.unanswered(&why),
        };
        let outcome = parses(&answer);
        self.count((Relation::Parses, None), outcome, &answer);
        let outcome = idempotent(self.slicer, &answer, self.task);
        self.count((Relation::Idempotent, None), outcome, &answer);
        self.within(&answer);
        let kind = self.slicer.kind();
        // Where slices of the kind cannot be observed, values can.
        let opened = behave::open_with_inputs(*self.task, kind)
            .map(|opened| (opened, None))
            .or_else(|why| Ok((behave::open_with_inputs(*self.task, SliceKind::Static)?, Some(why))));
        match opened {
            Ok(((mut oracle, runs), unseen)) => {
                if let [run] = runs.as_slice() {
                    let outcome = executed(program, &answer, &run.reached);
                    self.count((Relation::Executed, None), outcome, &answer);
                }
                self.observed(&answer, oracle.as_mut(), unseen, seed);
            }
            Err::<_, String>(why) => self.unobserved(&answer, &why),
        }
    }

    fn count(&mut self, at: (Relation, Option<&str>), outcome: RelationOutcome, answer: &SlicerReply) {
        let input = match self.task.criterion.input_idx {
            Some(idx) if binds(self.slicer.kind()) => format!(" on input {}", idx + 1),
            _ => String::new(),
        };
        self.scores.count(at, outcome, &format!("{}{input}", self.task.id()), Some(answer));
    }

    fn unanswered(&mut self, why: &str) {
        for score in &mut self.scores.all {
            *score.untried.entry(why.to_owned()).or_default() += 1;
        }
    }

    /// Those that need an oracle, where there is none.
    fn unobserved(&mut self, answer: &SlicerReply, why: &str) {
        let observed = Relation::VARIANTS.iter().filter(|relation| {
            !matches!(relation, Relation::Parses | Relation::Idempotent | Relation::Within)
        });
        for &relation in observed {
            self.count((relation, None), RelationOutcome::Untried(why.to_owned()), answer);
        }
    }

    fn within(&mut self, answer: &SlicerReply) {
        let (program, criteria) = (&*self.task.benchmark.tree, &self.task.criterion.nodes);
        let larger = match self.slicer.name().parse::<Builtin>() {
            Ok(builtin) => larger(builtin, program.language()),
            Err(_) => &[],
        };
        let others = self.others;
        for other in others.iter().filter(|other| larger.iter().any(|larger| larger.name() == other.name())) {
            let outcome = match other.slice(program, criteria, self.task) {
                Err(why) => RelationOutcome::Untried(why),
                Ok(wider) => match answer.kept.difference(&wider.kept) {
                    beyond if beyond.is_empty() => RelationOutcome::Held,
                    beyond => RelationOutcome::Broken {
                        what: format!("{} has not {}", other.name(), places(program, &beyond)),
                        other: text(&wider.tree),
                    },
                },
            };
            self.count((Relation::Within, Some(other.name())), outcome, answer);
        }
    }

    /// `unseen` is why the oracle is one of values, and not of the slicer's kind.
    fn observed(&mut self, answer: &SlicerReply, oracle: &mut dyn Oracle, unseen: Option<String>, seed: u64) {
        let outcome = compiles(answer, oracle);
        self.count((Relation::Compiles, None), outcome, answer);
        let outcome = unseen.map_or_else(|| behaves(answer, oracle), RelationOutcome::Untried);
        self.count((Relation::Behaves, None), outcome, answer);
        let mut random = Random::new(seed_of(&self.task.id(), seed));
        let changes = [
            (Relation::Renamed, TwinChange::Rename),
            (Relation::Reformatted, TwinChange::Layout),
            (Relation::DeadCode, TwinChange::DeadCode),
            (Relation::Reordered, TwinChange::Order),
        ];
        for (relation, change) in changes {
            let outcome = match self.alike(change, oracle, &mut random) {
                Some(twin) => self.same(answer, &twin),
                None => RelationOutcome::Untried("no twin was seen to behave alike".to_owned()),
            };
            self.count((relation, None), outcome, answer);
        }
    }

    /// A twin that an oracle has seen to behave as the program.
    fn alike(&self, change: TwinChange, oracle: &mut dyn Oracle, random: &mut Random) -> Option<Twin> {
        let (program, criteria) = (&*self.task.benchmark.tree, &self.task.criterion.nodes);
        twins(program, change, random, N_TRIED).into_iter().find(|twin| {
            let images = twin.images(criteria);
            !images.is_empty()
                && matches!(oracle.try_placed(&twin.tree, &images, &twin.origin), Ok(Trial::Same))
        })
    }

    /// Whether a twin's slice, laid over the program, is the program's.
    fn same(&self, answer: &SlicerReply, twin: &Twin) -> RelationOutcome {
        let (program, criteria) = (&*self.task.benchmark.tree, &self.task.criterion.nodes);
        let reply = match self.slicer.slice(&twin.tree, &twin.images(criteria), self.task) {
            Ok(reply) => reply,
            Err(why) => return RelationOutcome::broken(format!("no answer to a twin: {why}")),
        };
        let kept: NodeSet = reply.kept.iter().filter_map(|node| twin.origin[node as usize]).collect();
        let n_new = reply.kept.len() - kept.len();
        let (more, less) = (kept.difference(&answer.kept), answer.kept.difference(&kept));
        let what = [
            (n_new > 0).then(|| "the slice of the twin has what was written in".to_owned()),
            (!more.is_empty()).then(|| format!("the slice of the twin also has {}", places(program, &more))),
            (!less.is_empty()).then(|| format!("the slice of the twin has not {}", places(program, &less))),
        ];
        let what: Vec<String> = what.into_iter().flatten().collect();
        match what.is_empty() {
            true => RelationOutcome::Held,
            false => RelationOutcome::Broken { what: what.join("; "), other: text(&reply.tree) },
        }
    }
}

fn parses(answer: &SlicerReply) -> RelationOutcome {
    match (answer.is_broken, answer.n_foreign) {
        (true, _) => RelationOutcome::broken("it does not parse"),
        (false, 0) => RelationOutcome::Held,
        (false, n) => RelationOutcome::broken(format!("nodes that are nowhere in the program: {n}")),
    }
}

/// Whether every statement of an answer is among what the program reaches.
fn executed(program: &Tree, answer: &SlicerReply, reached: &NodeSet) -> RelationOutcome {
    let is_idle = |&node: &NodeId| program.flags(node).has(Flags::STATEMENT) && !reached.contains(node);
    let idle: NodeSet = answer.kept.iter().filter(is_idle).collect();
    match idle.is_empty() {
        true => RelationOutcome::Held,
        false => RelationOutcome::broken(format!("not executed: {}", places(program, &idle))),
    }
}

fn idempotent(slicer: &Examinee<'_>, answer: &SlicerReply, task: &Task<'_>) -> RelationOutcome {
    if answer.criteria.is_empty() {
        return RelationOutcome::broken("the criterion is not in the answer");
    }
    match slicer.slice(&answer.tree, &answer.criteria, task) {
        Err(why) => RelationOutcome::broken(format!("no answer when sliced again: {why}")),
        Ok(again) => match answer.tree.counted().difference(&again.kept) {
            gone if gone.is_empty() => RelationOutcome::Held,
            gone => RelationOutcome::Broken {
                what: format!("sliced again it loses {}", places(&answer.tree, &gone)),
                other: text(&again.tree),
            },
        },
    }
}

fn compiles(answer: &SlicerReply, oracle: &mut dyn Oracle) -> RelationOutcome {
    match oracle.try_other(&answer.tree, &[]) {
        Ok(Trial::Invalid(why)) => RelationOutcome::broken(why),
        Ok(Trial::NotRun(what)) => RelationOutcome::Untried(format!("it has {what}")),
        Ok(_) => RelationOutcome::Held,
        Err(error) => RelationOutcome::Untried(error.to_string()),
    }
}

fn behaves(answer: &SlicerReply, oracle: &mut dyn Oracle) -> RelationOutcome {
    if answer.criteria.is_empty() {
        return RelationOutcome::broken("the criterion is not in the answer");
    }
    match oracle.try_placed(&answer.tree, &answer.criteria, &answer.origins) {
        Ok(Trial::Same) => RelationOutcome::Held,
        Ok(Trial::Different(difference)) => {
            let (input, position) = (difference.witness.input_idx + 1, difference.witness.position + 1);
            let (expected, got) = (difference.expected, difference.got);
            RelationOutcome::broken(format!("value {position} on input {input} is {got}, not {expected}"))
        }
        Ok(Trial::Invalid(why)) => RelationOutcome::broken(why),
        Ok(Trial::NotRun(what)) => RelationOutcome::Untried(format!("it has {what}")),
        Ok(Trial::Compiled) => RelationOutcome::Untried("nothing was observed".to_owned()),
        Err(error) => RelationOutcome::Untried(error.to_string()),
    }
}

/// The first places of a set of nodes, as `line 3 (x)`, and how many more there are.
fn places(tree: &Tree, nodes: &NodeSet) -> String {
    const N_SHOWN: usize = 3;
    let place = |node: NodeId| {
        let text = tree.text(node).lines().next().unwrap_or_default();
        format!("line {} (`{}`)", tree.line(node), text.chars().take(40).collect::<String>())
    };
    let shown: Vec<String> = nodes.iter().take(N_SHOWN).map(place).collect();
    match nodes.len().saturating_sub(N_SHOWN) {
        0 => shown.join(", "),
        n => format!("{} and {n} more", shown.join(", ")),
    }
}

/// The text of all files, blank lines left out.
fn text(tree: &Tree) -> String {
    let lines = tree.files().flat_map(|file| file.text.lines()).filter(|line| !line.trim().is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// A seed for each task that does not depend on which others are examined (FNV-1a).
fn seed_of(task: &str, seed: u64) -> u64 {
    task.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
