//! Whether an answer behaves as its program does, on the task's inputs: a second opinion beside its grade.
//!
//! In: a task, its examined answer, inputs. Out: [`Behaved`]. The answer's own text is compiled and run, with the
//! criterion where the mapping finds it, and every sequence of values that the criterion takes in the program must be a
//! prefix of the one it takes in the answer (Weiser, "Program Slicing", 1984; Binkley et al., "ORBS", 2014). Inputs
//! are those of the benchmark and of the certificate. Data and control slices are asked for what their kind asks for. What cannot be run is
//! no mistake: it says why.

mod challenge;
mod inner;

use crate::ast::{NodeId, ParseOptions, SourceFile, Tree};
use crate::grade::Examined;
use crate::language::Language;
use crate::languages;
use crate::map::{self, Fate, MapOptions, Mapping};
use crate::oracle::{Observation, Oracle, Question, Trial};
use crate::results::{Behaved, Behaviour, BehaviourWitness};
use crate::suite::{SliceKind, Task};

pub use crate::minimize::certificate::{observed_frame, task_inputs};
pub use challenge::{BundleFile, bundle};
pub use inner::inner_slice;

/// Runs an answer on all inputs of its task.
pub fn behave(task: Task<'_>, examined: &Examined) -> Behaved {
    match prepare(task, examined) {
        Ok(answer) => run(task, &answer).unwrap_or_else(Behaved::not_run),
        Err(reason) => Behaved::not_run(reason),
    }
}

/// Whether a text is a slice as far as its criterion shows: made of the program's nodes alone, and with the values that the
/// program has on the inputs of the oracle.
///
/// # Errors
/// The runtime is gone and could not be started again.
pub fn is_slice(
    oracle: &mut dyn Oracle,
    criteria: &[NodeId],
    files: &[SourceFile],
) -> crate::error::Result<bool> {
    let program = oracle.program();
    let Ok(text) = Tree::parse_limited(program.language(), files, &ParseOptions::default()) else {
        return Ok(false);
    };
    let mapping = map::map(program, &text, &MapOptions::of_criterion(criteria));
    let n_foreign = mapping.n_invented(&text) + mapping.n_rewritten(&text);
    let found = located(criteria, &text, &mapping);
    Ok(n_foreign == 0 && !found.is_empty() && {
        oracle.try_placed(&text, &found, &mapping.origins())? == Trial::Same
    })
}

/// An answer as it is run.
struct Runnable {
    tree: Tree,
    /// Its nodes that are the criterion; empty when one of them is not there.
    criteria: Vec<NodeId>,
    /// The program's node for each of its nodes, as far as known.
    origins: Vec<Option<NodeId>>,
}

fn prepare(task: Task<'_>, examined: &Examined) -> Result<Runnable, String> {
    if examined.grade.f1.is_none() {
        return Err("there is no answer".to_owned());
    }
    if let Some((tree, mapping)) = &examined.source {
        // Those of the normal form, where the answer is in one.
        let criteria = located(&examined.criterion, tree, mapping);
        if examined.grade.normalised && criteria.is_empty() {
            return Err("the criterion is not found in the slicer's normal form".to_owned());
        }
        let origins = if examined.grade.normalised { Vec::new() } else { mapping.origins() };
        return Ok(Runnable { tree: tree.clone(), criteria, origins });
    }
    if examined.grade.normalised {
        return Err("it names places of the slicer's normal form".to_owned());
    }
    let files = rendered(task, examined)?;
    Ok(as_runnable(&task.benchmark.tree, &task.criterion.nodes, &files))
}

/// A text that is made of a program by deleting.
fn as_runnable(program: &Tree, criteria: &[NodeId], files: &[SourceFile]) -> Runnable {
    let tree = Tree::parse(program.language(), files);
    let mapping = map::map(program, &tree, &MapOptions::of_criterion(criteria));
    let criteria = located(criteria, &tree, &mapping);
    let origins = mapping.origins();
    Runnable { tree, criteria, origins }
}

/// The nodes of an answer that are mapped onto the criterion; none unless all of them are there.
pub(crate) fn located(wanted: &[NodeId], answer: &Tree, mapping: &Mapping) -> Vec<NodeId> {
    let is_wanted = |node: &NodeId| match mapping.fates[*node as usize] {
        Fate::Mapped(origin) => wanted.contains(&origin),
        _ => false,
    };
    let found: Vec<NodeId> = answer.ids().filter(is_wanted).collect();
    if found.len() == wanted.len() { found } else { Vec::new() }
}

/// An answer that names places of the program, as text.
fn rendered(task: Task<'_>, examined: &Examined) -> Result<Vec<SourceFile>, String> {
    let program = &task.benchmark.tree;
    let deletions = languages::deletions(program).ok_or_else(|| not_here(program.language()))?;
    let kept = examined.kept.union(&examined.frame);
    let candidate = deletions.of_kept(program, &kept).map_err(|node| {
        format!(
            "what it leaves is no program: `{}` of line {} cannot go alone",
            token(program, node),
            program.line(node)
        )
    })?;
    Ok(deletions.text(program, &candidate))
}

fn token(program: &Tree, node: NodeId) -> String {
    let text = &program.file(program.file_of(node)).text[program.own_token(node)];
    text.lines().next().unwrap_or_default().to_owned()
}

/// What running shows, or why nothing was run.
fn run(task: Task<'_>, answer: &Runnable) -> Result<Behaved, String> {
    let inputs = task_inputs(task);
    let (mut oracle, _) = open_with_inputs(task, task.criterion.kind)?;
    let trial = oracle.try_placed(&answer.tree, &answer.criteria, &answer.origins).map_err(said)?;
    let runtime = Some(oracle.runtime().to_owned());
    let n_inputs = inputs.len();
    let seen = |behaviour, reason, witness| {
        Ok(Behaved { behaviour: Some(behaviour), reason, witness, n_inputs, runtime: runtime.clone() })
    };
    match trial {
        Trial::Same => seen(Behaviour::Behaves, None, None),
        Trial::Invalid(why) => seen(Behaviour::DoesNotRun, Some(why), None),
        Trial::NotRun(what) => Err(format!("it has {what}")),
        Trial::Compiled => Err("the criterion is not in the answer".to_owned()),
        Trial::Different(difference) => {
            let input = &inputs[difference.witness.input_idx];
            let witness = BehaviourWitness {
                args: input.args.clone(),
                stdin: input.stdin.clone(),
                position: difference.witness.position + 1,
                expected: difference.expected,
                got: difference.got,
            };
            seen(Behaviour::Differs, None, Some(witness))
        }
    }
}

fn open<'s>(task: Task<'s>, kind: SliceKind) -> Result<Box<dyn Oracle + 's>, String> {
    let benchmark = task.benchmark;
    let has_oracle = languages::deletions(&benchmark.tree).is_some();
    let entry = benchmark.entry_point().ok_or_else(|| match has_oracle {
        false => not_here(benchmark.language),
        true => "the benchmark names no entry point".to_owned(),
    })?;
    let question = Question::of_kind(task.criterion.nodes.clone(), entry, kind);
    languages::oracle(&benchmark.tree, &question).map_err(said)
}

/// An oracle of a task with all of its inputs, one of which reaches the criterion, for slices of a kind; and what the program does on each.
///
/// # Errors
/// Why it cannot be observed.
pub(crate) fn open_with_inputs<'s>(
    task: Task<'s>,
    kind: SliceKind,
) -> Result<(Box<dyn Oracle + 's>, Vec<Observation>), String> {
    let inputs = task_inputs(task);
    if inputs.is_empty() {
        return Err("the benchmark has no inputs".to_owned());
    }
    let mut oracle = open(task, kind)?;
    let observed = oracle.add_inputs(&inputs).map_err(said)?;
    match observed.iter().all(|observation| observation.n_values == 0) {
        true => Err("no input reaches the criterion".to_owned()),
        false => Ok((oracle, observed)),
    }
}

fn not_here(language: Language) -> String {
    format!("{} programs cannot be run here", language.name())
}

/// The first thing that an error says, on one line.
fn said(error: crate::error::Error) -> String {
    error.problems().first().map(|problem| problem.message.clone()).unwrap_or_default()
}
