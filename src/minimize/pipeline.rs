//! From a program and a criterion to a slice: inputs, phase 1, the search, and inputs that try to refute it.

use std::ops::ControlFlow;
use std::time::Instant;

use super::compose::{Composed, Slicer, compose};
use super::search::search;
use super::state::{Found, SearchEnd, SearchOptions, SearchProgress};
use crate::ast::NodeId;
use crate::deletions::Candidate;
use crate::error::{self, Place, Result};
use crate::inputs::{InputOptions, Sampler, TestInputs, generate};
use crate::oracle::{Judgement, Observation, Oracle, Question, RunEnd, Verdict};
use crate::suite::Input;

/// Random inputs shown to the oracle at a time: at first, and at most.
const FRESH_BATCH: (usize, usize) = (20, 2_500);
/// Units of fuel after which no more random inputs are tried: one on which the program never ends takes
/// as much as thousands of others.
const MAX_FRESH_TICKS: u64 = 4_000_000;

/// What is to be minimised; the program is the oracle's.
pub struct Request<'r> {
    /// Criterion and entry point, those of the oracle.
    pub question: &'r Question,
    /// Test inputs that are given.
    pub inputs: &'r [Input],
    /// Slicers of phase 1.
    pub slicers: &'r [&'r dyn Slicer],
    /// How further inputs are found.
    pub generation: InputOptions,
    /// Random inputs on which the slice must behave after it is found.
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
    /// Random inputs try to refute the slice.
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
    /// Random inputs on which the slice behaves; they are not among the inputs.
    pub n_fresh: usize,
    /// Random inputs that refuted an earlier slice; they are the last of the inputs.
    pub n_refuted: usize,
    /// How long it took.
    pub times: Times,
}

/// Tells what is being done and how far the search is; ends the search with [`ControlFlow::Break`].
pub type PhaseWatch<'w> = &'w mut dyn FnMut(Phase, &SearchProgress) -> ControlFlow<()>;

/// Minimises the program of an oracle that has no inputs yet.
///
/// # Errors
/// Those of the oracle; an original that loops or crashes on every input or never reaches the
/// criterion; a slice that behaves otherwise when it is really compiled.
pub fn minimize(oracle: &mut dyn Oracle, request: &Request<'_>, watch: PhaseWatch<'_>) -> Result<Minimized> {
    let idle = SearchProgress { depth: 0, n_kept: oracle.program().n_counted(), n_candidates: 0 };
    let mut times = Times::default();
    let begun = Instant::now();
    let _ = watch(Phase::Inputs, &idle);
    let inputs = generate(oracle, &request.question.entry, request.inputs, &request.generation)?;
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
    let (drawn, n_batch) = (Vec::new(), FRESH_BATCH.0);
    let mut job = Job { oracle, request, search, inputs, drawn, n_batch, n_ticks: 0, n_refuted: 0, times };
    let found = job.settle(watch)?;
    let Job { inputs, drawn, n_refuted, times, .. } = job;
    Ok(Minimized { inputs, composed, found, n_fresh: drawn.len() - n_refuted, n_refuted, times })
}

struct Job<'o, 'r> {
    oracle: &'o mut dyn Oracle,
    request: &'r Request<'r>,
    search: SearchOptions,
    inputs: TestInputs,
    /// Random inputs that were drawn.
    drawn: Vec<Input>,
    /// How many are drawn next.
    n_batch: usize,
    /// What running the original on them took.
    n_ticks: u64,
    n_refuted: usize,
    times: Times,
}

impl Job<'_, '_> {
    /// Searches until no random input refutes what is found.
    fn settle(&mut self, watch: PhaseWatch<'_>) -> Result<Found> {
        let mut sampler =
            Sampler::new(self.oracle.program(), &self.request.question.entry, self.request.generation.seed);
        sampler.skip(&self.inputs.inputs);
        let mut earlier: Option<Found> = None;
        loop {
            let begun = Instant::now();
            let mut found =
                search(self.oracle, &self.search, &mut |progress| watch(Phase::Search, progress))?;
            self.times.search_s += begun.elapsed().as_secs_f64();
            self.confirm(&found.candidate)?;
            let begun = Instant::now();
            let progress = SearchProgress {
                depth: found.depth,
                n_kept: found.kept.len(),
                n_candidates: found.n_candidates,
            };
            let is_stopped = watch(Phase::Refute, &progress).is_break();
            let refuting = if is_stopped { None } else { self.refute(&found.candidate, &mut sampler)? };
            self.times.refute_s += begun.elapsed().as_secs_f64();
            if let Some(spent) = &mut self.search.max_candidates {
                *spent = spent.saturating_sub(found.n_candidates);
            }
            add_work(&mut found, earlier.take());
            let Some(input) = refuting else { return Ok(found) };
            self.n_refuted += 1;
            self.inputs.inputs.push(input);
            self.oracle.forget_inputs()?;
            self.oracle.add_inputs(&self.inputs.inputs)?;
            earlier = Some(found);
        }
    }

    /// The slice compiled for real must behave as the oracle says.
    fn confirm(&mut self, slice: &Candidate) -> Result<()> {
        let begun = Instant::now();
        let judgements = self.oracle.confirm(std::slice::from_ref(slice))?;
        self.times.refute_s += begun.elapsed().as_secs_f64();
        match judgements.first() {
            Some(judgement) if judgement.is_same() => Ok(()),
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

    /// A random input on which the slice is none. The oracle has all of them afterwards.
    fn refute(&mut self, slice: &Candidate, sampler: &mut Sampler) -> Result<Option<Input>> {
        let n_first = self.oracle.n_inputs();
        let earlier = self.drawn.clone();
        self.oracle.add_inputs(&earlier)?;
        loop {
            let judgements = self.oracle.judge(std::slice::from_ref(slice), false)?;
            match judgements.first().map(|judgement| &judgement.verdict) {
                Some(Verdict::Different(witness)) => return Ok(self.drawn_input(witness.input_idx, n_first)),
                Some(Verdict::OutOfFuel { input_idx }) => return Ok(self.drawn_input(*input_idx, n_first)),
                _ => {}
            }
            let left = self.request.n_fresh.saturating_sub(self.drawn.len());
            let fresh = sampler.draw(left.min(self.n_batch));
            if fresh.is_empty() || self.n_ticks >= MAX_FRESH_TICKS {
                return Ok(None);
            }
            self.n_batch = (self.n_batch * 5).min(FRESH_BATCH.1);
            let observed = self.oracle.add_inputs(&fresh)?;
            self.n_ticks += observed.iter().map(|observation| observation.ticks).sum::<u64>();
            self.drawn.extend(fresh);
        }
    }

    fn drawn_input(&self, input_idx: usize, n_first: usize) -> Option<Input> {
        input_idx.checked_sub(n_first).and_then(|idx| self.drawn.get(idx)).cloned()
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
    let crash = |observation: &Observation| match &observation.end {
        RunEnd::Crashed(why) => Some(why.clone()),
        _ => None,
    };
    let crashes: Vec<String> = observed.iter().filter_map(crash).collect();
    match crashes.first() {
        Some(why) if crashes.len() == observed.len() => return Err(error::minimize::crashes(place, why)),
        _ => {}
    }
    if observed.iter().all(|observation| observation.n_values == 0) {
        return Err(error::minimize::never_reached(place, observed.len()));
    }
    Ok(())
}

impl Minimized {
    /// Whether no set of nodes of any size can go.
    pub fn is_unbounded(&self) -> bool {
        self.found.end == SearchEnd::Exhausted
    }
}
