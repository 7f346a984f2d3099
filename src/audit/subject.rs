//! One slice: is it one, and can something of it go?

use super::{AuditClass, AuditWitness, AuditedSlice};
use crate::ast::{NodeId, NodeSet, Tree};
use crate::behave;
use crate::check::{CheckOptions, CheckRule, Finding, check_benchmark};
use crate::deletions::Candidate;
use crate::error::Error;
use crate::inputs::{Hunt, InputOptions, generate};
use crate::languages;
use crate::map::{self, Fate, MapOptions};
use crate::minimize::{DeletionUnit, SearchOptions, search_from};
use crate::oracle::{Difference, Oracle, Question, Trial};
use crate::process;
use crate::suite::{Benchmark, Gold, Input, Task};

/// How hard to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuditOptions {
    /// Inputs that are drawn to refute a slice.
    pub n_fresh: usize,
    /// Nodes that are deleted together, at most.
    pub max_nodes: usize,
    /// Candidates that are judged for a slice, at most.
    pub max_candidates: u64,
    /// Seed of everything random.
    pub seed: u64,
}

/// Looks at every gold slice of a benchmark that `is_wanted`; `progress` is called with the id of each task that is done.
pub fn audit(
    benchmark: &Benchmark,
    options: AuditOptions,
    is_wanted: &dyn Fn(&str) -> bool,
    progress: &mut dyn FnMut(&str),
) -> Vec<AuditedSlice> {
    let checked = check_benchmark(benchmark, CheckOptions { compile: false });
    let mut audited = Vec::new();
    for criterion in &benchmark.criteria {
        let task = Task { benchmark, criterion };
        if !is_wanted(&task.id()) || process::is_interrupted() {
            continue;
        }
        for gold in &criterion.golds {
            let of_gold = |finding: &&Finding| {
                let is_its_file = |path: &std::path::Path| {
                    path == gold.path || gold.files.iter().any(|file| gold.path_of(&file.path) == path)
                };
                finding.subject == task.id()
                    && finding.problem.place.as_ref().is_none_or(|place| is_its_file(&place.path))
            };
            let findings: Vec<&Finding> = checked.findings.iter().filter(of_gold).collect();
            audited.push(AuditSubject::new(task, gold).audited(&findings, options));
        }
        progress(&task.id());
    }
    audited
}

/// A slice with what is known of it.
struct AuditSubject<'s> {
    task: Task<'s>,
    gold: &'s Gold,
    tree: Tree,
    kept: NodeSet,
    /// Its nodes that are the criterion; empty when one of them is not there.
    criteria: Vec<NodeId>,
    origins: Vec<Option<NodeId>>,
}

/// What running came to.
struct Ran {
    class: AuditClass,
    detail: String,
    witness: Option<AuditWitness>,
    smaller: Option<(Candidate, NodeSet)>,
    depth: usize,
    n_inputs: usize,
}

impl Ran {
    fn only(class: AuditClass, detail: impl Into<String>, n_inputs: usize) -> Ran {
        Ran { class, detail: detail.into(), witness: None, smaller: None, depth: 0, n_inputs }
    }
}

impl<'s> AuditSubject<'s> {
    fn new(task: Task<'s>, gold: &'s Gold) -> AuditSubject<'s> {
        let program = &task.benchmark.tree;
        let tree = Tree::parse(task.benchmark.language, &gold.files);
        let wanted = &task.criterion.nodes;
        let mapping = map::map(program, &tree, &MapOptions::of_criterion(wanted));
        let is_wanted = |node: &NodeId| match mapping.fates[*node as usize] {
            Fate::Mapped(origin) => wanted.contains(&origin),
            _ => false,
        };
        let mut criteria: Vec<NodeId> = tree.ids().filter(is_wanted).collect();
        if criteria.len() != wanted.len() {
            criteria.clear();
        }
        let origins = mapping.origins();
        AuditSubject { task, gold, tree, kept: mapping.kept, criteria, origins }
    }

    fn audited(&self, findings: &[&Finding], options: AuditOptions) -> AuditedSlice {
        let of_rule = |rule: CheckRule| findings.iter().find(|finding| finding.rule == rule);
        let ran = [
            (CheckRule::Parses, AuditClass::DoesNotParse),
            (CheckRule::OnlyDeletes, AuditClass::NotADeletion),
            (CheckRule::HasCriterion, AuditClass::NoCriterion),
            (CheckRule::Unique, AuditClass::SeveralWays),
        ]
        .into_iter()
        .find_map(|(rule, class)| of_rule(rule).map(|finding| Ran::only(class, said(finding), 0)))
        .unwrap_or_else(|| {
            self.run(options).unwrap_or_else(|error| Ran::only(AuditClass::NotRun, first_of(&error), 0))
        });
        let program = &self.task.benchmark.tree;
        let text = |candidate: &Candidate| {
            languages::deletions(program).map(|deletions| deletions.text(program, candidate))
        };
        AuditedSlice {
            task: self.task.id(),
            path: self.gold.path.display().to_string(),
            files: self.gold.files.clone(),
            class: ran.class,
            detail: ran.detail,
            witness: ran.witness,
            smaller: ran.smaller.as_ref().and_then(|(candidate, _)| text(candidate)),
            n_nodes: self.kept.len(),
            n_smaller: ran.smaller.as_ref().map(|(_, kept)| kept.len()),
            depth: ran.depth,
            n_inputs: ran.n_inputs,
        }
    }

    /// Runs the slice on the inputs of the benchmark and on others, and looks for a smaller one.
    fn run(&self, options: AuditOptions) -> Result<Ran, Error> {
        let Task { benchmark, criterion } = self.task;
        let program = &benchmark.tree;
        let entry = match benchmark.entry_point() {
            Some(entry) => entry.to_owned(),
            None => match &languages::room(benchmark.language).entries(program, &criterion.nodes)[..] {
                [only] => only.clone(),
                _ => return Ok(Ran::only(AuditClass::NotRun, "the benchmark names no entry point", 0)),
            },
        };
        let question = Question::of_kind(criterion.nodes.clone(), entry.as_str(), criterion.kind);
        let mut oracle = languages::oracle(program, &question)?;
        let oracle = oracle.as_mut();
        let mut hunt = Hunt::new(program, &entry, options.seed).under(question.rule);
        if self.task.is_bound() {
            hunt = hunt.bound();
        }
        let going = &mut process::until_interrupted;
        let search = InputOptions { seed: options.seed, ..InputOptions::default() };
        let inputs = generate(oracle, &mut hunt, &behave::task_inputs(self.task), &search, going)?.inputs;
        oracle.forget_inputs()?;
        let observed = oracle.add_inputs(&inputs)?;
        if observed.iter().all(|observation| observation.n_values == 0) {
            let detail = format!("none of {} inputs reaches the criterion", inputs.len());
            return Ok(Ran::only(AuditClass::NotRun, detail, inputs.len()));
        }
        if let Some(ran) = self.tried(oracle, &inputs)? {
            return Ok(ran);
        }
        let deletions = oracle.deletions().clone();
        let Ok(candidate) = deletions.of_kept(program, &self.kept) else {
            // It behaves, and what it is as deletions is not known: nothing smaller is looked for.
            return Ok(Ran::only(AuditClass::Good, "", inputs.len()));
        };
        let (refuting, _) = hunt.refute(oracle, &candidate, options.n_fresh, going)?;
        if !refuting.is_empty() {
            oracle.forget_inputs()?;
            oracle.add_inputs(&refuting)?;
            if let Some(ran) = self.tried(oracle, &refuting)? {
                return Ok(ran);
            }
            oracle.add_inputs(&inputs)?;
        }
        let n_inputs = inputs.len() + hunt.reaching().count();
        // The text behaves and what it is as deletions does not, as where it was reprinted: nothing is searched from there.
        if oracle.judge(std::slice::from_ref(&candidate), false)?.iter().any(|judgement| !judgement.is_same())
        {
            return Ok(Ran::only(AuditClass::Good, "", n_inputs));
        }
        self.minimal(oracle, &mut hunt, (&candidate, n_inputs), options)
    }

    /// The text itself in the place of the program; `None` where it behaves.
    fn tried(&self, oracle: &mut dyn Oracle, inputs: &[Input]) -> Result<Option<Ran>, Error> {
        let n_inputs = inputs.len();
        Ok(match oracle.try_placed(&self.tree, &self.criteria, &self.origins)? {
            Trial::Same => None,
            Trial::Invalid(why) => Some(Ran::only(AuditClass::DoesNotRun, why, n_inputs)),
            Trial::NotRun(what) => Some(Ran::only(AuditClass::NotRun, format!("it has {what}"), n_inputs)),
            Trial::Compiled => {
                Some(Ran::only(AuditClass::NoCriterion, "the criterion is not in it", n_inputs))
            }
            Trial::Different(Difference { witness, expected, got }) => {
                let input = inputs.get(witness.input_idx).cloned().unwrap_or_default();
                let position = witness.position + 1;
                let detail = format!("{} at position {position}: {expected} becomes {got}", shown(&input));
                let witness = Some(AuditWitness { input, position, expected, got });
                Some(Ran { witness, ..Ran::only(AuditClass::NotASlice, detail, n_inputs) })
            }
        })
    }

    /// Whether something can go that is not only around the criterion.
    fn minimal(
        &self,
        oracle: &mut dyn Oracle,
        hunt: &mut Hunt,
        (candidate, n_inputs): (&Candidate, usize),
        options: AuditOptions,
    ) -> Result<Ran, Error> {
        let search = SearchOptions {
            granularity: DeletionUnit::Expression,
            max_nodes: Some(options.max_nodes),
            max_candidates: Some(options.max_candidates),
            hint: None,
        };
        let going = &mut process::until_interrupted;
        let mut start = candidate.clone();
        loop {
            let found = search_from(oracle, &start, &search, &mut |_| going())?;
            let gone = self.kept.difference(&found.kept);
            let spare = self.spare();
            if gone.iter().all(|node| spare.contains(node)) {
                let ran = Ran::only(AuditClass::Good, "", n_inputs);
                return Ok(Ran { depth: found.depth, ..ran });
            }
            let (refuting, _) = hunt.refute(oracle, &found.candidate, options.n_fresh, going)?;
            if refuting.is_empty() {
                let first = gone.iter().find(|&node| !spare.contains(node)).unwrap_or_default();
                let program = &self.task.benchmark.tree;
                let detail = format!(
                    "{} of {} nodes can go, among them `{}` of line {}",
                    gone.len(),
                    self.kept.len(),
                    token(program, first),
                    program.line(first)
                );
                let smaller = Some((found.candidate, found.kept));
                let ran = Ran::only(AuditClass::NotMinimal, detail, n_inputs);
                return Ok(Ran { smaller, depth: found.depth, ..ran });
            }
            oracle.add_inputs(&refuting)?;
            start = candidate.clone();
        }
    }

    /// Nodes that a minimal slice may have or lack: those that its certificate names, and what stands around the criterion in its own
    /// statement.
    fn spare(&self) -> NodeSet {
        let program = &self.task.benchmark.tree;
        let criterion = self.task.criterion;
        let mut spare: NodeSet = self.gold.optional.iter().flatten().map(|optional| optional.node).collect();
        for &node in &criterion.nodes {
            let span = criterion.statement_span(program);
            let is_inside = |above: &NodeId| {
                span.start <= program.span(*above).start && program.span(*above).end <= span.end
            };
            let mut below = node;
            for above in program.ancestors(node).take_while(is_inside) {
                spare.insert(above);
                // The name of a call goes with it.
                let callee = program.children(above).next().filter(|&first| first != below);
                if let Some(callee) = callee.filter(|_| program.is_argument(below)) {
                    spare.extend(program.subtree(callee));
                }
                below = above;
            }
        }
        spare
    }
}

fn said(finding: &Finding) -> String {
    match &finding.problem.place {
        Some(place) if place.line > 0 => format!("line {}: {}", place.line, finding.problem.message),
        _ => finding.problem.message.clone(),
    }
}

/// The first thing that an error says.
fn first_of(error: &Error) -> String {
    error.problems().first().map(|problem| problem.message.clone()).unwrap_or_default()
}

fn token(program: &Tree, node: NodeId) -> String {
    let text = &program.file(program.file_of(node)).text[program.own_token(node)];
    text.lines().next().unwrap_or_default().to_owned()
}

/// An input in words.
pub(super) fn shown(input: &Input) -> String {
    match input.stdin.is_empty() {
        true => format!("[{}]", input.args.join(", ")),
        false => format!("[{}] with standard input {:?}", input.args.join(", "), input.stdin),
    }
}
