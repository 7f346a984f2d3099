//! Making a certificate, and making it again to check it.

use std::collections::BTreeMap;
use std::path::Path;

use super::frame::{FramedGold, behaves};
use super::{
    Certificate, CoverageEntry, DeletionEntry, Depth, FORMAT, SliceEntry, ValuesEntry, WitnessEntry,
};
use super::{InputEntry, is_same_slice};
use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::deletions::{Action, Candidate, DeletionId, Deletions, Leaves};
use crate::error::{self, Problem, Result};
use crate::inputs::Coverage;
use crate::minimize::{SearchOptions, search_from};
use crate::oracle::{Judgement, Observation, Oracle, Verdict, Witness};
use crate::suite::{Input, OptionalNode, Task};

/// Of what runs out of fuel, so many times the fuel is spent before that counts: ten times that of the program and 1,000 more are
/// enough for nearly all candidates, and not for one that lacks the limit of a counter.
const PATIENCE: u64 = 50;

/// What a certificate is about, and where it is.
#[derive(Clone, Copy)]
pub struct Subject<'s> {
    /// The task; its program must be the oracle's.
    pub task: Task<'s>,
    /// File of the certificate, for messages.
    pub path: &'s Path,
}

/// A gold slice that is to be certified.
#[derive(Clone, Debug)]
pub struct Claim<'c> {
    /// Its text.
    pub gold: &'c [SourceFile],
    /// What it deletes from the program.
    pub candidate: Candidate,
    /// How far minimality was searched.
    pub depth: Depth,
}

/// A certificate, if nothing speaks against it.
#[derive(Clone, Debug)]
pub struct Certified {
    /// What was observed; incomplete where a problem is.
    pub certificate: Certificate,
    /// Why the claims are wrong; empty for a certificate that may be written.
    pub problems: Vec<Problem>,
}

/// Certifies slices of one criterion with an oracle that has no inputs yet; without trying pairs of deletions.
///
/// # Errors
/// Those of the oracle.
pub fn certify(
    oracle: &mut dyn Oracle,
    subject: &Subject<'_>,
    inputs: &[Input],
    claims: &[Claim<'_>],
) -> Result<Certified> {
    let program = oracle.program().clone();
    let mut problems = Vec::new();
    let mut slices: Vec<Slice> = claims.iter().map(|claim| Slice::new(oracle, &program, claim)).collect();
    for (slice, claim) in slices.iter().zip(claims) {
        let text = oracle.deletions().text(&program, &slice.candidate);
        if !is_same_slice(&text, claim.gold, &program) {
            problems.push(error::certificate::other_text(subject.path));
        }
    }
    settle(oracle, &mut slices, None)?;
    let mut observations: Vec<Observation> = Vec::new();
    for (input_idx, input) in inputs.iter().enumerate() {
        observations.extend(oracle.add_inputs(std::slice::from_ref(input))?);
        settle(oracle, &mut slices, Some(input_idx))?;
    }
    wait(oracle, &mut slices, inputs)?;
    for slice in &slices {
        slice.check(oracle, subject.path, &mut problems)?;
    }
    if observations.iter().all(|observation| observation.n_values == 0) {
        problems.push(error::certificate::never_reached(subject.path));
    }
    let entry = subject.task.benchmark.entry_point().unwrap_or_default().to_owned();
    let reached = observations.iter().map(|observation| &observation.reached);
    let certificate = Certificate {
        format: FORMAT,
        program: subject.task.benchmark.program_hash(),
        criterion: subject.task.criterion_hash(),
        runtime: oracle.runtime().to_owned(),
        inputs: inputs.iter().map(InputEntry::from).collect(),
        coverage: coverage(&program, &entry, reached),
        values: Some(ValuesEntry::of(&observations)),
        refutation: None,
        slices: slices.iter().zip(claims).map(|(slice, claim)| slice.entry(&program, claim)).collect(),
        entry,
        seal: String::new(),
    };
    Ok(Certified { certificate: certificate.sealed(), problems })
}

fn coverage<'r>(program: &Tree, entry: &str, reached: impl Iterator<Item = &'r NodeSet>) -> CoverageEntry {
    let coverage = Coverage::of(program, entry, reached);
    CoverageEntry {
        reached: coverage.n_reached(),
        of: coverage.wanted.len(),
        missing: coverage.gaps(program).into_iter().map(|node| place(program, node)).collect(),
    }
}

pub(super) fn place(program: &Tree, node: NodeId) -> String {
    let position = program.own_position(node);
    let file = program.file(program.file_of(node)).path.display();
    format!("{file}:{}:{}", position.line, position.column)
}

/// A slice and what became of its single further deletions so far.
struct Slice {
    candidate: Candidate,
    n_nodes: usize,
    /// How it fails itself, which it should not.
    failure: Option<Verdict>,
    further: Vec<Further>,
    deletions: Vec<(DeletionId, DeletionEntry)>,
}

struct Further {
    id: DeletionId,
    candidate: Candidate,
    verdict: Option<Verdict>,
}

impl Slice {
    fn new(oracle: &dyn Oracle, program: &Tree, claim: &Claim<'_>) -> Slice {
        let table = oracle.deletions();
        let candidate = table.normalised(program, &claim.candidate);
        let further = further(program, table, &candidate);
        let further = further.into_iter().map(|(id, candidate)| Further { id, candidate, verdict: None });
        let ids = 0..table.all().len() as DeletionId;
        Slice {
            n_nodes: table.kept(program, &candidate).len(),
            candidate,
            failure: None,
            further: further.collect(),
            deletions: ids.map(|id| (id, entry(program, table, id))).collect(),
        }
    }

    /// The slice behaves, also really compiled; everything with one deletion more does not.
    fn check(&self, oracle: &mut dyn Oracle, path: &Path, problems: &mut Vec<Problem>) -> Result<()> {
        if let Some(verdict) = &self.failure {
            problems.push(error::certificate::no_slice(path, &said(verdict)));
            return Ok(());
        }
        for further in self.further.iter().filter(|further| further.verdict.is_none()) {
            let (_, entry) = &self.deletions[further.id as usize];
            problems.push(error::certificate::not_minimal(path, &entry.at, &entry.action));
        }
        for further in self.further.iter().filter(|further| further.verdict == Some(Verdict::Same)) {
            let (_, entry) = &self.deletions[further.id as usize];
            problems.push(error::certificate::only_slow(path, &entry.at, &entry.action));
        }
        let confirmed = oracle.confirm(std::slice::from_ref(&self.candidate))?;
        if let Some(judgement) = confirmed.first().filter(|judgement| !judgement.is_same()) {
            problems.push(error::certificate::not_confirmed(path, &said(&judgement.verdict)));
        }
        Ok(())
    }

    fn entry(&self, program: &Tree, claim: &Claim<'_>) -> SliceEntry {
        let entry = |id: DeletionId| self.deletions[id as usize].1.clone();
        let witness = |further: &Further| {
            let DeletionEntry { node, at, action } = entry(further.id);
            let (input, position, error) = match &further.verdict {
                Some(Verdict::Different(Witness { input_idx, position })) => {
                    (Some(*input_idx), Some(*position), None)
                }
                Some(Verdict::OutOfFuel { input_idx }) => (Some(*input_idx), None, None),
                Some(Verdict::Invalid(flaw)) => {
                    (None, None, Some(format!("{}: {}", place(program, flaw.node), flaw.why)))
                }
                Some(Verdict::Same) | None => (None, None, None),
            };
            WitnessEntry { node, at, action, input, position, error }
        };
        SliceEntry {
            gold: crate::suite::gold_hash(claim.gold),
            nodes: self.n_nodes,
            depth: claim.depth,
            deleted: self.candidate.ids().iter().map(|&id| entry(id)).collect(),
            witnesses: self.further.iter().map(witness).collect(),
            optional: Vec::new(),
        }
    }
}

/// Every candidate with one deletion more that has an effect and leaves valid syntax.
fn further(program: &Tree, table: &Deletions, candidate: &Candidate) -> Vec<(DeletionId, Candidate)> {
    let mut found = Vec::new();
    for id in 0..table.all().len() as DeletionId {
        let more: Candidate = candidate.ids().iter().copied().chain([id]).collect();
        let more = table.normalised(program, &more);
        let gone: NodeSet = more.ids().iter().flat_map(|&id| table.gone(program, id)).collect();
        let is_whole = |group: &crate::deletions::Group| {
            gone.contains(group.parent) || group.members.iter().any(|&member| !gone.contains(member))
        };
        if more != *candidate && !is_void(program, table, id) && table.groups().iter().all(is_whole) {
            found.push((id, more));
        }
    }
    found
}

/// Whether a deletion leaves what was there: of the guard `true` in an `if`.
fn is_void(program: &Tree, table: &Deletions, id: DeletionId) -> bool {
    let deletion = table.get(id);
    deletion.action == Action::Delete(Leaves::Guard)
        && program.children(deletion.node).any(|test| program.is_filler(test))
}

/// Asks for everything that has not failed yet; with one input more, only that input can fail it.
fn settle(oracle: &mut dyn Oracle, slices: &mut [Slice], input_idx: Option<usize>) -> Result<()> {
    for slice in slices {
        let mut open: Vec<Candidate> = vec![slice.candidate.clone()];
        let alive = slice.further.iter().filter(|further| further.verdict.is_none());
        open.extend(alive.map(|further| further.candidate.clone()));
        let mut verdicts =
            oracle.judge(&open, false)?.into_iter().map(|judgement: Judgement| judgement.verdict);
        let own = verdicts.next().filter(|verdict| *verdict != Verdict::Same);
        slice.failure = slice.failure.take().or(own);
        let alive = slice.further.iter_mut().filter(|further| further.verdict.is_none());
        for (further, verdict) in alive.zip(verdicts) {
            // Before any input, only what does not compile is told.
            let is_told =
                verdict != Verdict::Same && (input_idx.is_some() || matches!(verdict, Verdict::Invalid(_)));
            further.verdict = is_told.then_some(verdict);
        }
    }
    Ok(())
}

/// Runs again, with much more fuel, what ran out of it on its first input that fails: what only takes longer is no witness. The
/// oracle has the inputs afterwards, and its own patience.
fn wait(oracle: &mut dyn Oracle, slices: &mut [Slice], inputs: &[Input]) -> Result<()> {
    let mut waiting: Vec<&mut Further> = slices
        .iter_mut()
        .flat_map(|slice| &mut slice.further)
        .filter(|further| matches!(further.verdict, Some(Verdict::OutOfFuel { .. })))
        .collect();
    if waiting.is_empty() {
        return Ok(());
    }
    oracle.forget_inputs()?;
    oracle.set_patience(PATIENCE);
    let mut open: Vec<usize> = (0..waiting.len()).collect();
    for (input_idx, input) in inputs.iter().enumerate() {
        oracle.add_inputs(std::slice::from_ref(input))?;
        // On the inputs before it behaves.
        let is_due = |idx: &usize| matches!(waiting[*idx].verdict, Some(Verdict::OutOfFuel { input_idx: first }) if first <= input_idx);
        let due: Vec<usize> = open.iter().copied().filter(is_due).collect();
        let candidates: Vec<Candidate> = due.iter().map(|&idx| waiting[idx].candidate.clone()).collect();
        for (idx, judgement) in due.into_iter().zip(oracle.judge(&candidates, false)?) {
            if judgement.verdict != Verdict::Same {
                waiting[idx].verdict = Some(judgement.verdict);
                open.retain(|&other| other != idx);
            }
        }
    }
    for idx in open {
        waiting[idx].verdict = Some(Verdict::Same);
    }
    oracle.forget_inputs()?;
    oracle.set_patience(1);
    oracle.add_inputs(inputs).map(drop)
}

fn said(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Same => "it takes the same values".to_owned(),
        Verdict::Different(Witness { input_idx, position }) => {
            format!("on input {input_idx} the value at position {position} differs")
        }
        Verdict::Invalid(flaw) => format!("it does not compile: {}", flaw.why),
        Verdict::OutOfFuel { input_idx } => format!("on input {input_idx} it does not end"),
    }
}

fn action_name(action: Action) -> &'static str {
    match action {
        Action::Delete(Leaves::Nothing) => "item",
        Action::Delete(Leaves::Statement) => "statement",
        Action::Delete(Leaves::Undef) => "undef",
        Action::Delete(Leaves::Wildcard) => "wildcard",
        Action::Delete(Leaves::Guard) => "guard",
        Action::Delete(Leaves::Sliced) => "sliced",
        Action::Lift(_) => "drop",
    }
}

pub(super) fn entry(program: &Tree, table: &Deletions, id: DeletionId) -> DeletionEntry {
    let deletion = table.get(id);
    DeletionEntry {
        node: deletion.node,
        at: place(program, deletion.node),
        action: action_name(deletion.action).to_owned(),
    }
}

/// Checks a certificate of a task from nothing: with an oracle that has no inputs yet.
///
/// What it claims beyond single deletions is searched again up to `max_nodes` deletions together: 1 for nothing,
/// `usize::MAX` for as many as it says. Problems, none for a good one.
///
/// # Errors
/// Those of the oracle.
pub fn check(
    oracle: &mut dyn Oracle,
    subject: &Subject<'_>,
    certificate: &Certificate,
    max_nodes: usize,
) -> Result<Vec<Problem>> {
    let problems = hash_problems(subject, certificate);
    if !problems.is_empty() {
        return Ok(problems);
    }
    let program = oracle.program().clone();
    let mut claims = Vec::new();
    for (slice, gold) in certificate.slices.iter().zip(&subject.task.criterion.golds) {
        match candidate(&program, oracle.deletions(), slice) {
            Ok(candidate) => claims.push(Claim { gold: &gold.files, candidate, depth: slice.depth }),
            Err(entry) => {
                return Ok(vec![error::certificate::no_deletion(subject.path, &entry.at, &entry.action)]);
            }
        }
    }
    let inputs: Vec<Input> = certificate.inputs.iter().map(Input::from).collect();
    let Certified { certificate: found, mut problems } = certify(oracle, subject, &inputs, &claims)?;
    problems.extend(differences(subject.path, certificate, &found));
    // The benchmark's inputs speak, too, whether the certificate has them or not.
    let own = subject.task.inputs();
    let others: Vec<Input> = own.iter().filter(|input| !inputs.contains(input)).cloned().collect();
    oracle.add_inputs(&others)?;
    for claim in &claims {
        let judged = oracle.judge(std::slice::from_ref(&claim.candidate), false)?;
        let failed = judged.first().filter(|judgement| !judgement.is_same() && problems.is_empty());
        problems.extend(
            failed.map(|judgement| error::certificate::no_slice(subject.path, &said(&judgement.verdict))),
        );
        if max_nodes > 1 && problems.is_empty() {
            problems.extend(depth_problem(oracle, subject.path, claim, max_nodes)?);
        }
    }
    for (slice, claim) in certificate.slices.iter().zip(&claims) {
        problems.extend(optional_problem(oracle, subject, slice, claim)?);
    }
    Ok(problems)
}

/// What is said to be optional is needed, or not around the criterion.
fn optional_problem(
    oracle: &mut dyn Oracle,
    subject: &Subject<'_>,
    slice: &SliceEntry,
    claim: &Claim<'_>,
) -> Result<Option<Problem>> {
    let program = oracle.program().clone();
    let framed = FramedGold::new(&program, claim.gold, subject.task.criterion.node);
    let optional: Vec<OptionalNode> = slice.optional.iter().map(OptionalNode::from).collect();
    let Some(first) = optional.first() else { return Ok(None) };
    let mut is_slice = |tree: &Tree, at: NodeId| behaves(oracle, tree, at);
    let refuted = match framed {
        Some(framed) => framed.refuted(&optional, &mut is_slice)?,
        None => Some(first.node),
    };
    let listed = slice.optional.iter().map(|entry| &entry.at);
    let is_listed = slice
        .optional
        .iter()
        .all(|entry| (entry.node as usize) < program.len() && entry.at == place(&program, entry.node));
    let at = refuted.and_then(|node| slice.optional.iter().find(|entry| entry.node == node));
    let at = at.map(|entry| &entry.at).or_else(|| listed.clone().next().filter(|_| !is_listed));
    Ok(at.map(|at| error::certificate::not_optional(subject.path, at)))
}

impl Certificate {
    /// Whether it speaks of this program, criterion, gold slices and entry point, as far as it says.
    pub fn is_of(&self, task: Task<'_>) -> bool {
        hash_problems(&Subject { task, path: Path::new("") }, self).is_empty()
    }
}

pub(super) fn hash_problems(subject: &Subject<'_>, certificate: &Certificate) -> Vec<Problem> {
    let Subject { task, path } = *subject;
    let golds = task.criterion.golds.iter().map(|gold| crate::suite::gold_hash(&gold.files));
    let claimed: Vec<&String> = certificate.slices.iter().map(|slice| &slice.gold).collect();
    let checks = [
        ("program", task.benchmark.program_hash() == certificate.program),
        ("criterion", task.criterion_hash() == certificate.criterion),
        ("gold slice", golds.collect::<Vec<_>>().iter().eq(claimed)),
        ("entry point", task.benchmark.entry_point() == Some(&certificate.entry)),
    ];
    let wrong = checks.iter().filter(|(_, is_right)| !is_right);
    wrong.map(|(what, _)| error::certificate::other(path, what)).collect()
}

/// The deletions that an entry lists.
pub(super) fn candidate<'e>(
    program: &Tree,
    table: &Deletions,
    slice: &'e SliceEntry,
) -> std::result::Result<Candidate, &'e DeletionEntry> {
    // Places are compared with what is found, as everything else that a certificate says.
    let key = |entry: &DeletionEntry| (entry.node, entry.action.clone());
    let all: BTreeMap<(u32, String), DeletionId> =
        (0..table.all().len() as DeletionId).map(|id| (key(&entry(program, table, id)), id)).collect();
    slice.deleted.iter().map(|wanted| all.get(&key(wanted)).copied().ok_or(wanted)).collect()
}

/// What the certificate says otherwise than what was found.
fn differences(path: &Path, claimed: &Certificate, found: &Certificate) -> Vec<Problem> {
    let mut problems = Vec::new();
    if claimed.coverage != found.coverage {
        let told = format!("{} of {}", claimed.coverage.reached, claimed.coverage.of);
        let real = format!("{} of {}", found.coverage.reached, found.coverage.of);
        problems.push(error::certificate::other_coverage(path, &told, &real));
    }
    if let (Some(claimed), Some(found)) = (claimed.values, found.values)
        && claimed != found
    {
        problems.push(error::certificate::other_values(path, claimed.sequences, found.sequences));
    }
    for (claimed, found) in claimed.slices.iter().zip(&found.slices) {
        if claimed.nodes != found.nodes || claimed.deleted != found.deleted {
            problems.push(error::certificate::other_nodes(path, claimed.nodes, found.nodes));
        }
        let is_listed = |witness: &&WitnessEntry| !claimed.witnesses.contains(witness);
        let missing = found.witnesses.iter().find(is_listed);
        let surplus = claimed.witnesses.iter().find(|witness| !found.witnesses.contains(witness));
        if let Some(witness) = missing.or(surplus) {
            problems.push(error::certificate::other_witness(path, &witness.at, &witness.action));
        } else if claimed.witnesses != found.witnesses {
            problems.push(error::certificate::unsorted(path));
        }
    }
    problems
}

/// Searches for a smaller slice up to the claimed depth, or a limit below it.
fn depth_problem(
    oracle: &mut dyn Oracle,
    path: &Path,
    claim: &Claim<'_>,
    limit: usize,
) -> Result<Option<Problem>> {
    let max_nodes = match claim.depth {
        Depth::Sets(depth) => Some(depth.max(1).min(limit)),
        Depth::Unbounded(_) => Some(limit).filter(|&limit| limit < usize::MAX),
    };
    let options = SearchOptions { max_nodes, ..SearchOptions::default() };
    let found =
        search_from(oracle, &claim.candidate, &options, &mut |_| std::ops::ControlFlow::Continue(()))?;
    let n_claimed = oracle.deletions().kept(oracle.program(), &claim.candidate).len();
    Ok((found.kept.len() != n_claimed)
        .then(|| error::certificate::smaller_slice(path, found.kept.len(), n_claimed)))
}
