//! Certificates of gold slices that are there already.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::frame::{self, Behaves, FramedGold, behaves};
use super::replay::{candidate, hash_problems};
use super::{Certificate, Certified, Claim, Depth, OptionalEntry, Subject, Unbounded, ValuesEntry};
use super::{candidate_of_gold, certify};
use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::Candidate;
use crate::error::{self, Problem, Result};
use crate::inputs::{Hunt, InputOptions, Tried, generate};
use crate::minimize::{Found, Minimized, SearchEnd, SearchOptions, SearchWatch, search_from};
use crate::oracle::{Observation, Oracle, RunEnd, SliceRule, Verdict, Witness};
use crate::suite::{Input, MIN_SEQUENCES, SliceKind};

/// How much to do for a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MakeOptions {
    /// How inputs are found.
    pub inputs: InputOptions,
    /// Random inputs on which the slice must behave besides.
    pub n_random: usize,
    /// Deletions tried together, at most, in the search for smaller slices; `None` for no limit.
    pub max_nodes: Option<usize>,
    /// Candidates judged in that search, at most; `None` for no limit.
    pub max_candidates: Option<u64>,
}

impl Default for MakeOptions {
    /// 10,000 random inputs and 100,000 candidates.
    fn default() -> MakeOptions {
        MakeOptions {
            inputs: InputOptions::default(),
            n_random: 10_000,
            max_nodes: None,
            max_candidates: Some(100_000),
        }
    }
}

/// Makes oracles of one program and criterion, without inputs.
pub type OpenOracle<'o> = &'o dyn Fn() -> Result<Box<dyn Oracle + 'o>>;

/// Certifies the gold slices of a task: finds inputs that make them minimal, and tries to refute them.
///
/// # Errors
/// Those of the oracles.
pub fn make(open: OpenOracle<'_>, subject: &Subject<'_>, options: &MakeOptions) -> Result<Certified> {
    let mut hunt = hunt(subject, options);
    let going = &mut || ControlFlow::Continue(());
    let found = generate(&mut *open()?, &mut hunt, subject.task.inputs(), &options.inputs, going)?;
    let claimed = Claimed::new(open, subject, &found.inputs)?;
    let hunt = self::hunt(subject, options);
    let wide = Wide::new(open()?, hunt, &found.inputs, claimed.claims.first(), options)?;
    claimed.settle(open, subject, wide, None, options, &mut |_| ControlFlow::Continue(()))
}

/// Draws inputs that the task's slices speak of, besides the given ones.
fn hunt(subject: &Subject<'_>, options: &MakeOptions) -> Hunt {
    let benchmark = subject.task.benchmark;
    let entry = benchmark.entry_point().unwrap_or_default();
    let rule = SliceRule::of(subject.task.criterion.kind);
    let hunt = Hunt::new(&benchmark.tree, entry, options.inputs.seed).under(rule);
    if subject.task.is_bound() { hunt.bound() } else { hunt }
}

/// What a search found, so that nothing of it is done again for a certificate.
#[derive(Clone, Copy, Debug)]
pub struct Searched<'s> {
    /// The inputs that were searched with.
    pub inputs: &'s [Input],
    /// Others on which a slice can be refuted, and does not differ.
    pub reaching: &'s [Input],
    /// What was drawn to refute the slice.
    pub tried: Tried,
    /// The slice.
    pub candidate: &'s Candidate,
    /// How far it is minimal on the inputs.
    pub depth: Depth,
}

impl<'s> Searched<'s> {
    /// Of a whole search.
    pub fn of(minimized: &'s Minimized) -> Searched<'s> {
        Searched {
            inputs: &minimized.inputs.inputs,
            reaching: &minimized.reaching,
            tried: minimized.tried,
            candidate: &minimized.found.candidate,
            depth: depth(&minimized.found),
        }
    }
}

/// As [`make`], of what a search found: a gold slice that is the slice found has its depth, with its inputs, and what was tried
/// against it. Others are searched, as long as the watch lets them.
///
/// # Errors
/// Those of the oracles.
pub fn make_from(
    open: OpenOracle<'_>,
    subject: &Subject<'_>,
    searched: &Searched<'_>,
    options: &MakeOptions,
    watch: SearchWatch<'_>,
) -> Result<Certified> {
    let claimed = Claimed::new(open, subject, searched.inputs)?;
    let wide = Wide::of_search(open()?, searched, claimed.claims.first())?;
    claimed.settle(open, subject, wide, Some(searched), options, watch)
}

/// Gold slices that are to be certified, with the inputs that they are minimal for.
struct Claimed<'s, 'o> {
    oracle: Box<dyn Oracle + 'o>,
    inputs: Vec<Input>,
    claims: Vec<Claim<'s>>,
    problems: Vec<Problem>,
}

impl<'s, 'o> Claimed<'s, 'o> {
    fn new(open: OpenOracle<'o>, subject: &Subject<'s>, inputs: &[Input]) -> Result<Claimed<'s, 'o>> {
        let mut oracle = open()?;
        oracle.add_inputs(inputs)?;
        let (mut claims, mut problems) = (Vec::new(), Vec::new());
        for gold in &subject.task.criterion.golds {
            match candidate_of_gold(&subject.task.benchmark.tree, oracle.deletions(), &gold.files) {
                Some(candidate) => {
                    claims.push(Claim { gold: &gold.files, candidate, depth: Depth::Sets(1) });
                }
                None => problems.push(error::certificate::no_deletions(&gold.path)),
            }
        }
        Ok(Claimed { oracle, inputs: inputs.to_vec(), claims, problems })
    }

    /// Tries to refute the claims, and searches for smaller slices in those that no search has found.
    fn settle(
        mut self,
        open: OpenOracle<'o>,
        subject: &Subject<'_>,
        mut wide: Wide<'o>,
        searched: Option<&Searched<'_>>,
        options: &MakeOptions,
        watch: SearchWatch<'_>,
    ) -> Result<Certified> {
        let Claimed { oracle, inputs, claims, problems } = &mut self;
        let varied = wide.varied(inputs.len());
        oracle.add_inputs(&varied)?;
        inputs.extend(varied);
        let normalised = |candidate: &Candidate| oracle.deletions().normalised(oracle.program(), candidate);
        let found = searched.map(|searched| (normalised(searched.candidate), searched.depth));
        let known: Vec<Option<Depth>> = claims
            .iter()
            .map(|claim| found.as_ref().filter(|(slice, _)| normalised(&claim.candidate) == *slice))
            .map(|found| found.map(|(_, depth)| *depth))
            .collect();
        for (claim, known) in claims.iter_mut().zip(known) {
            problems.extend(wide.refuted(claim, subject, inputs, oracle.as_mut())?);
            if let Some(depth) = known {
                claim.depth = depth;
                continue;
            }
            match deepen(oracle.as_mut(), &mut wide, claim, inputs, options, watch)? {
                Ok(depth) => claim.depth = depth,
                Err((n_found, n_claimed)) => {
                    problems.push(error::certificate::smaller_slice(subject.path, n_found, n_claimed));
                }
            }
        }
        let Claimed { inputs, claims, problems, .. } = self;
        finish(open, subject, &inputs, &claims, wide, problems)
    }
}

/// What a certificate of an older format lacks, for the same deletions and depths; sets of deletions are not tried again.
///
/// # Errors
/// Those of the oracles.
pub fn renew(
    open: OpenOracle<'_>,
    subject: &Subject<'_>,
    old: &Certificate,
    options: &MakeOptions,
) -> Result<Certified> {
    let mut problems = hash_problems(subject, old);
    let mut oracle = open()?;
    let program = oracle.program().clone();
    let mut claims = Vec::new();
    for (slice, gold) in old.slices.iter().zip(&subject.task.criterion.golds) {
        match candidate(&program, oracle.deletions(), slice) {
            Ok(candidate) => claims.push(Claim { gold: &gold.files, candidate, depth: slice.depth }),
            Err(entry) => {
                problems.push(error::certificate::no_deletion(subject.path, &entry.at, &entry.action));
            }
        }
    }
    let mut inputs: Vec<Input> = old.inputs.iter().map(Input::from).collect();
    let mut wide = Wide::new(open()?, hunt(subject, options), &inputs, claims.first(), options)?;
    inputs.extend(wide.varied(inputs.len()));
    for claim in &claims {
        problems.extend(wide.refuted(claim, subject, &mut inputs, oracle.as_mut())?);
    }
    finish(open, subject, &inputs, &claims, wide, problems)
}

/// Certifies the claims, says what was tried against them, and finds what is optional.
fn finish(
    open: OpenOracle<'_>,
    subject: &Subject<'_>,
    inputs: &[Input],
    claims: &[Claim<'_>],
    mut wide: Wide<'_>,
    mut problems: Vec<Problem>,
) -> Result<Certified> {
    let mut oracle = open()?;
    let Certified { mut certificate, problems: found } = certify(oracle.as_mut(), subject, inputs, claims)?;
    problems.extend(found);
    if problems.is_empty() {
        certificate.refutation = Some(ValuesEntry::from(wide.tried));
        let mut is_slice = |tree: &Tree, at: NodeId| {
            Ok(behaves(oracle.as_mut(), tree, at)? && behaves(wide.oracle.as_mut(), tree, at)?)
        };
        for (slice, claim) in certificate.slices.iter_mut().zip(claims) {
            slice.optional = optional(subject, claim, &mut is_slice)?;
        }
        certificate = certificate.sealed();
    }
    Ok(Certified { certificate, problems })
}

/// What is optional in a gold slice. Statements as criteria have nothing around them.
fn optional(subject: &Subject<'_>, claim: &Claim<'_>, is_slice: Behaves<'_>) -> Result<Vec<OptionalEntry>> {
    let (program, criterion) = (&subject.task.benchmark.tree, subject.task.criterion);
    let framed = match criterion.nodes[..] {
        // What is only around it cannot be told from conditions that go as in the program.
        _ if criterion.kind == SliceKind::Data => None,
        [node] => FramedGold::new(program, claim.gold, node),
        _ => None,
    };
    let found = framed.map_or(Ok(Vec::new()), |framed| framed.optional(is_slice))?;
    Ok(found.iter().map(|optional| frame::entry(program, optional)).collect())
}

/// An oracle with many inputs, for what the few of a certificate do not tell.
struct Wide<'o> {
    oracle: Box<dyn Oracle + 'o>,
    inputs: Vec<Input>,
    observations: Vec<Observation>,
    /// What was drawn for them.
    tried: Tried,
}

impl<'o> Wide<'o> {
    /// Of the inputs drawn, those that reach the criterion; they are drawn so that they might refute the first claim.
    fn new(
        mut oracle: Box<dyn Oracle + 'o>,
        mut hunt: Hunt,
        known: &[Input],
        claim: Option<&Claim<'_>>,
        options: &MakeOptions,
    ) -> Result<Wide<'o>> {
        hunt.skip(known);
        let claimed = claim.map_or_else(Candidate::default, |claim| claim.candidate.clone());
        let going = &mut || ControlFlow::Continue(());
        let (refuting, tried) = hunt.refute(oracle.as_mut(), &claimed, options.n_random, going)?;
        let drawn = refuting.into_iter().chain(hunt.reaching().cloned());
        let mut inputs = known.to_vec();
        inputs.extend(drawn);
        let observations = oracle.add_inputs(&inputs)?;
        Ok(Wide { oracle, inputs, observations, tried })
    }

    /// With the inputs of a search; of how many the program asks for something that the claim lacks is counted again where the claim
    /// is another slice.
    fn of_search(
        mut oracle: Box<dyn Oracle + 'o>,
        searched: &Searched<'_>,
        claim: Option<&Claim<'_>>,
    ) -> Result<Wide<'o>> {
        let inputs = [searched.inputs, searched.reaching].concat();
        let observations = oracle.add_inputs(&inputs)?;
        let mut tried = searched.tried;
        if let Some(claim) = claim.filter(|claim| claim.candidate != *searched.candidate) {
            let table = oracle.deletions();
            let gone: NodeSet =
                claim.candidate.ids().iter().flat_map(|&id| table.gone(oracle.program(), id)).collect();
            let is_asking = |one: &&Observation| one.n_values > 0 && one.reached.n_common(&gone) > 0;
            let n_asking = observations[searched.inputs.len()..].iter().filter(is_asking).count();
            tried.n_consulted = n_asking.min(tried.n_reached);
        }
        Ok(Wide { oracle, inputs, observations, tried })
    }

    /// Short inputs on which the criterion takes values that it takes on none of the first `n_known`, as far as they
    /// show fewer than a certificate should.
    fn varied(&self, n_known: usize) -> Vec<Input> {
        let values = |idx: usize| {
            let observation = &self.observations[idx];
            (observation.n_values > 0 && observation.end != RunEnd::OutOfFuel)
                .then_some(observation.values_hash)
        };
        let mut seen: BTreeSet<u64> = (0..n_known).filter_map(values).collect();
        let length = |idx: &usize| {
            let Input { args, stdin } = &self.inputs[*idx];
            args.iter().map(String::len).sum::<usize>() + stdin.len()
        };
        let mut others: Vec<usize> = (n_known..self.inputs.len()).collect();
        others.sort_by_key(length);
        let mut found = Vec::new();
        for idx in others {
            if seen.len() >= MIN_SEQUENCES {
                break;
            }
            if values(idx).is_some_and(|values| seen.insert(values)) {
                found.push(self.inputs[idx].clone());
            }
        }
        found
    }

    /// An input on which a candidate is no slice.
    fn witness(&mut self, candidate: &Candidate) -> Result<Option<Input>> {
        let judged = self.oracle.judge(std::slice::from_ref(candidate), false)?;
        Ok(judged.first().and_then(|judgement| match judgement.verdict {
            Verdict::Different(Witness { input_idx, .. }) | Verdict::OutOfFuel { input_idx } => {
                self.inputs.get(input_idx).cloned()
            }
            Verdict::Same | Verdict::Invalid(_) => None,
        }))
    }

    /// A gold slice that some input refutes is none; the input is kept.
    fn refuted(
        &mut self,
        claim: &Claim<'_>,
        subject: &Subject<'_>,
        inputs: &mut Vec<Input>,
        oracle: &mut dyn Oracle,
    ) -> Result<Option<Problem>> {
        let Some(input) = self.witness(&claim.candidate)? else { return Ok(None) };
        let problem = error::certificate::refuted(subject.path, &input.args.join(", "));
        if !inputs.contains(&input) {
            oracle.add_inputs(std::slice::from_ref(&input))?;
            inputs.push(input);
        }
        Ok(Some(problem))
    }
}

/// Searches for a smaller slice, and adds inputs that refute what is found, until nothing is: the depth.
///
/// `Err` has the nodes of a smaller slice that no input refutes, and those of the claimed one.
fn deepen(
    oracle: &mut dyn Oracle,
    wide: &mut Wide<'_>,
    claim: &Claim<'_>,
    inputs: &mut Vec<Input>,
    options: &MakeOptions,
    watch: SearchWatch<'_>,
) -> Result<std::result::Result<Depth, (usize, usize)>> {
    let MakeOptions { max_nodes, max_candidates, .. } = *options;
    let search = SearchOptions { max_nodes, max_candidates, ..SearchOptions::default() };
    let n_claimed = oracle.deletions().kept(oracle.program(), &claim.candidate).len();
    loop {
        let found = search_from(oracle, &claim.candidate, &search, watch)?;
        if found.kept.len() == n_claimed {
            return Ok(Ok(depth(&found)));
        }
        match wide.witness(&found.candidate)? {
            Some(input) if !inputs.contains(&input) => {
                oracle.add_inputs(std::slice::from_ref(&input))?;
                inputs.push(input);
            }
            _ => return Ok(Err((found.kept.len(), n_claimed))),
        }
    }
}

fn depth(found: &Found) -> Depth {
    match found.end {
        SearchEnd::Exhausted => Depth::Unbounded(Unbounded::Unbounded),
        _ => Depth::Sets(found.depth.max(1)),
    }
}
