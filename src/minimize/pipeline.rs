//! From a program and a criterion to a slice: inputs, phase 1, the search, and inputs that try to refute it.

use std::ops::ControlFlow;
use std::time::Instant;

use super::compose::{Composed, Slicer, compose};
use super::search::{go_on, search};
use super::state::{Found, SearchEnd, SearchOptions, SearchProgress};
use crate::ast::{NodeId, NodeSet};
use crate::deletions::Candidate;
use crate::error::{self, Place, Result};
use crate::inputs::{Hunt, InputOptions, TestInputs, Tried, TriedEnd, generate};
use crate::oracle::{Judgement, Observation, Oracle, Question, RunEnd, Verdict};
use crate::suite::Input;

/// Nodes that are tried together before as many as are asked for.
const FIRST_DEPTHS: [usize; 2] = [1, 2];

/// What is to be minimised; the program is the oracle's.
pub struct Request<'r> {
    /// Criterion and entry point, those of the oracle.
    pub question: &'r Question,
    /// Test inputs that are given.
    pub inputs: &'r [Input],
    /// Slicers of phase 1.
    pub slicers: &'r [&'r dyn Slicer],
    /// Whether the slice speaks of these inputs alone, so that no others are drawn.
    pub is_bound: bool,
    /// How further inputs are found.
    pub generation: InputOptions,
    /// Inputs that are drawn in all, and on which the slice must behave.
    pub n_fresh: usize,
    /// How far to search.
    pub search: SearchOptions,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Test inputs are looked for.
    Inputs,
    /// Phase 1: slicers are composed.
    Compose,
    /// Phase 2: nodes are deleted.
    Search,
    /// Further inputs try to refute the slice.
    Refute,
}

/// Seconds of each phase.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// Looking for inputs.
    pub inputs_s: f64,
    /// Phase 1.
    pub compose_s: f64,
    /// Phase 2.
    pub search_s: f64,
    /// Trying to refute the slice, and compiling it.
    pub refute_s: f64,
}

/// A slice from which nothing can go, as far as it says.
#[derive(Clone, Debug)]
pub struct Minimized {
    /// The inputs it is minimal for, with the coverage that was reached.
    pub inputs: TestInputs,
    /// What phase 1 came to.
    pub composed: Composed,
    /// The slice, and what is proved of it.
    pub found: Found,
    /// What was tried to refute the slice, in vain; these inputs are not among the inputs.
    pub tried: Tried,
    /// The inputs among these on which a slice can be refuted, and those drawn before with which it was not searched.
    pub reaching: Vec<Input>,
    /// Inputs that refuted an earlier slice; they are the last of the inputs.
    pub n_refuted: usize,
    /// Whether it was compiled by itself, and behaved on the inputs.
    pub is_confirmed: bool,
    /// How long it took.
    pub times: Times,
}

/// Tells what is being done and how far the search is; ends the search with [`ControlFlow::Break`].
pub type PhaseWatch<'w> = &'w mut dyn FnMut(Phase, &SearchProgress) -> ControlFlow<()>;

/// Minimises the program of an oracle that has no inputs yet.
///
/// When the watch ends it, in whatever phase, the smallest slice that was confirmed by then is found: at first that of
/// phase 1.
///
/// # Errors
/// Those of the oracle; an original that loops or crashes on every input or never reaches the
/// criterion; a slice that behaves otherwise when it is really compiled.
pub fn minimize(oracle: &mut dyn Oracle, request: &Request<'_>, watch: PhaseWatch<'_>) -> Result<Minimized> {
    let idle = SearchProgress { depth: 0, n_kept: oracle.program().n_counted(), n_candidates: 0 };
    let mut times = Times::default();
    let begun = Instant::now();
    let Question { entry, rule, .. } = request.question;
    let mut hunt = Hunt::new(oracle.program(), entry, request.generation.seed).under(*rule);
    if request.is_bound {
        hunt = hunt.bound();
    }
    let going = &mut || watch(Phase::Inputs, &idle);
    let inputs = generate(oracle, &mut hunt, request.inputs, &request.generation, going)?;
    oracle.forget_inputs()?;
    let observed = oracle.add_inputs(&inputs.inputs)?;
    check_original(oracle, request.question.criteria[0], &observed)?;
    times.inputs_s = begun.elapsed().as_secs_f64();

    let begun = Instant::now();
    let _ = watch(Phase::Compose, &idle);
    let composed = compose(oracle, &request.question.criteria, request.slicers)?;
    times.compose_s = begun.elapsed().as_secs_f64();

    let mut search = request.search.clone();
    if !request.slicers.is_empty() {
        search.hint = Some(composed.kept.clone());
    }
    let mut job =
        Job { oracle, request, search, inputs, composed, hunt, n_refuted: 0, is_confirmed: false, times };
    let (found, tried) = job.settle(watch)?;
    let Job { inputs, composed, hunt, n_refuted, is_confirmed, times, .. } = job;
    let reaching = hunt.reaching().filter(|input| !inputs.inputs.contains(input)).cloned().collect();
    Ok(Minimized { inputs, composed, found, tried, reaching, n_refuted, is_confirmed, times })
}

struct Job<'o, 'r> {
    oracle: &'o mut dyn Oracle,
    request: &'r Request<'r>,
    search: SearchOptions,
    inputs: TestInputs,
    composed: Composed,
    hunt: Hunt,
    n_refuted: usize,
    is_confirmed: bool,
    times: Times,
}

impl Job<'_, '_> {
    /// Searches until no input refutes what is found, first for few nodes together: on the way to a slice that an input
    /// refutes, sets of many would be tried in vain.
    fn settle(&mut self, watch: PhaseWatch<'_>) -> Result<(Found, Tried)> {
        let limit = self.search.max_nodes;
        let mut depths: Vec<Option<usize>> = FIRST_DEPTHS.iter().copied().map(Some).collect();
        depths.retain(|depth| limit.is_none() || *depth < limit);
        depths.push(limit);
        let mut depths = depths.into_iter();
        self.search.max_nodes = depths.next().expect("there is the limit");
        let mut earlier: Option<(Candidate, Found)> = None;
        // What nothing refuted.
        let mut holds: Option<(Candidate, Tried)> = None;
        // Candidates for what is left to do when the budget is spent after a slice was refuted.
        let mut spare = self.search.max_candidates;
        let mut is_spent = false;
        loop {
            let begun = Instant::now();
            let see = &mut |progress: &SearchProgress| watch(Phase::Search, progress);
            let mut found = match &earlier {
                Some((start, earlier)) => go_on(self.oracle, start, &earlier.learnt, &self.search, see)?,
                None => search(self.oracle, &self.search, see)?,
            };
            self.times.search_s += begun.elapsed().as_secs_f64();
            let progress = SearchProgress {
                depth: found.depth,
                n_kept: found.kept.len(),
                n_candidates: found.n_candidates,
            };
            add_work(&mut found, earlier.take().map(|(_, earlier)| earlier));
            let is_unfinished = found.end == SearchEnd::Budget && found.depth == 0 && self.n_refuted > 0;
            if let Some(more) = spare.take_if(|_| is_unfinished) {
                // It began again with up to the whole program, and to leave it at that helps nobody.
                self.search.max_candidates = Some(more);
                self.search.max_nodes = Some(1);
                is_spent = true;
                earlier = Some((found.candidate.clone(), found));
                continue;
            }
            if is_spent && found.end == SearchEnd::MaxNodes && self.request.search.max_nodes != Some(1) {
                found.end = SearchEnd::Budget;
            }
            if watch(Phase::Refute, &progress).is_break() {
                let best = self.best(found)?;
                return Ok((best, Tried { end: TriedEnd::Stopped, ..Tried::default() }));
            }
            let known = holds.take().filter(|(candidate, _)| *candidate == found.candidate);
            let (refuting, tried) = match known {
                Some((_, tried)) => (Vec::new(), tried),
                None => self.refute(&found.candidate, &mut || watch(Phase::Refute, &progress))?,
            };
            if let Some(left) = &mut self.search.max_candidates {
                *left = left.saturating_sub(progress.n_candidates);
            }
            if !refuting.is_empty() {
                let start = self.refuted(&found.candidate, refuting)?;
                earlier = Some((start, found));
                continue;
            }
            if watch(Phase::Refute, &progress).is_break() {
                return Ok((self.best(found)?, tried));
            }
            match depths.next().filter(|_| found.end == SearchEnd::MaxNodes) {
                Some(next) => {
                    self.search.max_nodes = next;
                    holds = Some((found.candidate.clone(), tried));
                    earlier = Some((found.candidate.clone(), found));
                }
                None => {
                    self.confirm(&found.candidate)?;
                    return Ok((found, tried));
                }
            }
        }
    }

    /// Inputs that refute a slice, and what was tried.
    fn refute(
        &mut self,
        slice: &Candidate,
        going: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(Vec<Input>, Tried)> {
        let begun = Instant::now();
        let came = self.hunt.refute(self.oracle, slice, self.request.n_fresh, going)?;
        self.times.refute_s += begun.elapsed().as_secs_f64();
        Ok(came)
    }

    /// Where to go on after these inputs refuted a slice: with everything in it again that the original asks for on them,
    /// and with the whole program where that is no slice.
    fn refuted(&mut self, slice: &Candidate, refuting: Vec<Input>) -> Result<Candidate> {
        self.n_refuted += refuting.len();
        let observed = self.oracle.add_inputs(&refuting)?;
        self.inputs.inputs.extend(refuting);
        let needed = observed.iter().fold(NodeSet::new(), |all, one| all.union(&one.reached));
        let missing = &mut self.inputs.coverage.missing;
        *missing = missing.difference(&needed);
        let deletions = self.oracle.deletions();
        let left = slice.ids().iter().copied().filter(|&id| !needed.contains(deletions.get(id).node));
        let restored: Candidate = left.collect();
        // Not the slice of phase 1, on which what is found must not depend.
        let judged = self.oracle.judge(std::slice::from_ref(&restored), false)?;
        Ok(if judged[0].is_same() { restored } else { Candidate::default() })
    }

    /// What is left when the watch ends everything: the smaller one of what was found until now and the slice of phase 1, where
    /// that is one on all inputs; confirmed.
    fn best(&mut self, found: Found) -> Result<Found> {
        let mut best = Found { end: SearchEnd::Stopped, ..found };
        if self.composed.kept.len() < best.kept.len()
            && self.oracle.judge(std::slice::from_ref(&self.composed.candidate), false)?[0].is_same()
        {
            best.candidate = self.composed.candidate.clone();
            best.kept = self.composed.kept.clone();
            best.depth = 0;
        }
        self.confirm(&best.candidate)?;
        Ok(best)
    }

    /// The slice compiled for real must behave as the oracle says.
    fn confirm(&mut self, slice: &Candidate) -> Result<()> {
        let begun = Instant::now();
        let judgements = self.oracle.confirm(std::slice::from_ref(slice))?;
        self.times.refute_s += begun.elapsed().as_secs_f64();
        match judgements.first() {
            Some(judgement) if judgement.is_same() => {
                self.is_confirmed = true;
                Ok(())
            }
            Some(Judgement { verdict: Verdict::Invalid(flaw), .. }) => {
                Err(error::minimize::not_confirmed(&flaw.why))
            }
            Some(Judgement { verdict: Verdict::Different(witness), .. }) => {
                Err(error::minimize::not_confirmed(&self.on_input(witness.input_idx)))
            }
            Some(Judgement { verdict: Verdict::OutOfFuel { input_idx }, .. }) => {
                Err(error::minimize::not_confirmed(&self.on_input(*input_idx)))
            }
            _ => Err(error::minimize::not_confirmed("no answer")),
        }
    }

    fn on_input(&self, input_idx: usize) -> String {
        self.inputs.inputs.get(input_idx).map_or_else(String::new, |input| input.args.join(", "))
    }
}

/// Adds what an earlier search did.
fn add_work(found: &mut Found, earlier: Option<Found>) {
    let Some(earlier) = earlier else { return };
    for stage in &mut found.stages {
        stage.n_candidates += earlier.n_candidates;
        stage.n_inferred += earlier.n_inferred;
    }
    found.n_candidates += earlier.n_candidates;
    found.n_ahead += earlier.n_ahead;
    found.n_inferred += earlier.n_inferred;
}

/// Whether there is anything to preserve.
fn check_original(oracle: &dyn Oracle, criterion: NodeId, observed: &[Observation]) -> Result<()> {
    let program = oracle.program();
    let position = program.own_position(criterion);
    let place = Place::at(&program.file(program.file_of(criterion)).path, position.line, position.column);
    if observed.is_empty() {
        return Err(error::minimize::no_inputs(place));
    }
    if observed.iter().all(|observation| observation.end == RunEnd::OutOfFuel) {
        return Err(error::minimize::loops(place));
    }
    // Where the criterion takes values before a crash, there is something to preserve.
    if observed.iter().any(|observation| observation.n_values > 0) {
        return Ok(());
    }
    let crash = |observation: &Observation| match &observation.end {
        RunEnd::Crashed(why) => Some(why.clone()),
        _ => None,
    };
    let crashes: Vec<String> = observed.iter().filter_map(crash).collect();
    match crashes.first() {
        Some(why) if crashes.len() == observed.len() => Err(error::minimize::crashes(place, why)),
        _ => Err(error::minimize::never_reached(place, observed.len())),
    }
}

impl Minimized {
    /// Whether no set of nodes of any size can go.
    pub fn is_unbounded(&self) -> bool {
        self.found.end == SearchEnd::Exhausted
    }
}
