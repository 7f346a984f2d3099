//! Test inputs: found where the benchmark's do not reach, and reduced to those that matter.
//!
//! In: a program behind an [`Oracle`], its entry point, the inputs that are given. Out: [`TestInputs`]: the given inputs
//! and those found ones that cover something or tell a deletion from the program, with the coverage reached. Inputs
//! come from the program's constants and shapes, enumerated as SmallCheck does (Runciman, Naylor, Lindblad
//! 2008), then drawn at random, then directed at branches that nothing has taken (Korel 1990; Tracey et al.
//! 1998). Everything follows from the seed. Coverage is what the oracle observed, never what is computed here.

use std::collections::BTreeSet;

use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::{Candidate, DeletionId};
use crate::error::Result;
use crate::languages::{InputSource, room};
use crate::oracle::{Judgement, Oracle, RunEnd, Verdict, Witness};
use crate::random::Random;
use crate::suite::Input;

/// Units of fuel after which no more undirected inputs are tried: one on which the program never ends
/// takes as much as thousands of others.
const MAX_TICKS: u64 = 4_000_000;

/// How hard to look for inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputOptions {
    /// Seed of everything random.
    pub seed: u64,
    /// Inputs observed at a time.
    pub n_batch: usize,
    /// Enumerated and random inputs that are tried even when everything is covered.
    pub n_fresh: usize,
    /// Enumerated and random inputs that are tried while something is not covered.
    pub n_max: usize,
}

impl Default for InputOptions {
    /// Ten at a time, 100 to 400 of them.
    fn default() -> InputOptions {
        InputOptions { seed: 1, n_batch: 10, n_fresh: 100, n_max: 400 }
    }
}

/// Statements and branches that some input reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Statements and clauses of functions that can be called from the entry point.
    pub wanted: NodeSet,
    /// Those of them that no input reached.
    pub missing: NodeSet,
}

impl Coverage {
    /// What these runs, given as the nodes each reached, cover of a program.
    pub fn of<'r>(program: &Tree, entry: &str, reached: impl IntoIterator<Item = &'r NodeSet>) -> Coverage {
        let source = room(program.language()).inputs(program, entry);
        let wanted = source.map(|source| source.reachable()).unwrap_or_default();
        let missing =
            reached.into_iter().fold(wanted.clone(), |missing, reached| missing.difference(reached));
        Coverage { wanted, missing }
    }

    /// Number of statements and clauses reached.
    pub fn n_reached(&self) -> usize {
        self.wanted.len() - self.missing.len()
    }

    /// What is missing, without what is inside of something that is missing.
    pub fn gaps(&self, program: &Tree) -> Vec<NodeId> {
        let is_outer = |&node: &NodeId| !program.ancestors(node).any(|above| self.missing.contains(above));
        self.missing.iter().filter(is_outer).collect()
    }
}

/// The inputs that matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestInputs {
    /// The given inputs without repetitions, then the found ones that matter.
    pub inputs: Vec<Input>,
    /// Number of inputs observed.
    pub n_tried: usize,
    /// What the inputs cover.
    pub coverage: Coverage,
}

/// How often as many inputs as are wanted are drawn, where most of them were drawn before.
const MAX_REDRAWS: usize = 16;

/// Draws fresh inputs of an entry point, each once.
pub struct Sampler {
    /// `None` for languages whose room has no inputs.
    source: Option<Box<dyn InputSource>>,
    random: Random,
    /// Inputs that are known, as written.
    known: BTreeSet<(Vec<String>, String)>,
}

impl Sampler {
    /// A sampler of a program's entry point, `name/arity`. For languages without inputs it draws nothing.
    pub fn new(program: &Tree, entry: &str, seed: u64) -> Sampler {
        let source = room(program.language()).inputs(program, entry);
        Sampler { source, random: Random::new(seed), known: BTreeSet::new() }
    }

    /// Lets these inputs count as drawn.
    pub fn skip(&mut self, inputs: &[Input]) {
        self.known.extend(inputs.iter().map(|input| (input.args.clone(), input.stdin.clone())));
    }

    /// Up to this many inputs that were not drawn before; fewer when 16 times as many draws give no more.
    pub fn draw(&mut self, n: usize) -> Vec<Input> {
        let Some(source) = &self.source else { return Vec::new() };
        let mut found = Vec::new();
        let mut n_drawn = 0;
        while found.len() < n && n_drawn < MAX_REDRAWS * n {
            let n_more = n - found.len();
            n_drawn += n_more.max(n / MAX_REDRAWS);
            let drawn = source.draw(n_more, &mut self.random).into_iter();
            found.extend(drawn.filter_map(|input| unless_known(&mut self.known, input)));
        }
        found
    }

    fn reachable(&self) -> NodeSet {
        self.source.as_ref().map(|source| source.reachable()).unwrap_or_default()
    }

    /// Small inputs, smallest first.
    fn series(&mut self, n: usize) -> Vec<Input> {
        let small = self.source.as_ref().map(|source| source.series(n)).unwrap_or_default().into_iter();
        small.filter_map(|input| unless_known(&mut self.known, input)).take(n).collect()
    }

    /// Inputs that may reach one of these nodes.
    fn directed(&mut self, targets: &NodeSet, tried: &[Input], seed: u64) -> Vec<Input> {
        let Some(source) = &self.source else { return Vec::new() };
        let found = source.directed(targets, tried, seed).into_iter();
        found.filter_map(|input| unless_known(&mut self.known, input)).collect()
    }
}

/// The input, which is known from now on, unless it was before.
fn unless_known(known: &mut BTreeSet<(Vec<String>, String)>, input: Input) -> Option<Input> {
    known.insert((input.args.clone(), input.stdin.clone())).then_some(input)
}

/// Finds inputs for the program of an oracle without inputs, which afterwards has more than [`TestInputs::inputs`].
///
/// # Errors
/// Those of the oracle.
pub fn generate(
    oracle: &mut dyn Oracle,
    entry: &str,
    given: &[Input],
    options: &InputOptions,
) -> Result<TestInputs> {
    let program = oracle.program().clone();
    let sampler = Sampler::new(&program, entry, options.seed);
    let wanted = sampler.reachable();
    let mut search = Search {
        missing: wanted.clone(),
        oracle,
        sampler,
        tried: Vec::new(),
        kept: BTreeSet::new(),
        looping: BTreeSet::new(),
        n_ticks: 0,
    };
    search.given(given)?;
    let survivors = if search.only_loops() { Vec::new() } else { search.survivors()? };
    search.undirected(options)?;
    if search.only_loops() {
        search.kept.insert(0);
    } else {
        search.directed(options)?;
        search.keep_killers(&survivors)?;
    }
    let kept: Vec<Input> = search.kept.iter().map(|&idx| search.tried[idx].clone()).collect();
    let coverage = Coverage { wanted, missing: search.missing };
    Ok(TestInputs { inputs: kept, n_tried: search.tried.len(), coverage })
}

struct Search<'o> {
    oracle: &'o mut dyn Oracle,
    sampler: Sampler,
    /// Every input that the oracle has, in its order.
    tried: Vec<Input>,
    kept: BTreeSet<usize>,
    /// Inputs on which the original uses up its fuel: each costs as much as thousands of others, and is
    /// only kept when it was given.
    looping: BTreeSet<usize>,
    /// Units of fuel that the original took on all of them.
    n_ticks: u64,
    missing: NodeSet,
}

impl Search<'_> {
    fn given(&mut self, given: &[Input]) -> Result<()> {
        let mut inputs: Vec<Input> = Vec::new();
        for input in given {
            if !inputs.contains(input) {
                inputs.push(input.clone());
            }
        }
        self.sampler.skip(&inputs);
        self.observe(&inputs)?;
        self.kept.extend(0..inputs.len());
        Ok(())
    }

    /// Shows inputs to the oracle and keeps those that reach something new.
    fn observe(&mut self, inputs: &[Input]) -> Result<()> {
        for (input, observation) in inputs.iter().zip(self.oracle.add_inputs(inputs)?) {
            let idx = self.tried.len();
            self.tried.push(input.clone());
            self.n_ticks += observation.ticks;
            if observation.end == RunEnd::OutOfFuel {
                self.looping.insert(idx);
            } else if self.missing.n_common(&observation.reached) > 0 {
                self.missing = self.missing.difference(&observation.reached);
                self.kept.insert(idx);
            }
        }
        Ok(())
    }

    /// Whether the original used up its fuel whatever was tried.
    fn only_loops(&self) -> bool {
        !self.tried.is_empty() && self.looping.len() == self.tried.len()
    }

    fn keep(&mut self, idx: usize) {
        if !self.looping.contains(&idx) {
            self.kept.insert(idx);
        }
    }

    /// Half of them enumerated, half of them random, a batch at a time.
    fn undirected(&mut self, options: &InputOptions) -> Result<()> {
        let n_batch = options.n_batch.max(1);
        let mut small = self.sampler.series(options.n_max / 2).into_iter();
        let mut n = 0;
        while n < options.n_fresh || (n < options.n_max && !self.missing.is_empty()) {
            let mut batch: Vec<Input> = small.by_ref().take(n_batch.div_ceil(2)).collect();
            batch.extend(self.sampler.draw(n_batch - batch.len()));
            if batch.is_empty() {
                break;
            }
            n += batch.len();
            self.observe(&batch)?;
            if self.n_ticks >= MAX_TICKS || self.only_loops() {
                break;
            }
        }
        Ok(())
    }

    /// Searches for what is not covered, again when that opened new ways.
    fn directed(&mut self, options: &InputOptions) -> Result<()> {
        for round in 0..4 {
            let before = self.missing.len();
            let seed = options.seed.wrapping_add(round + 1);
            let found = self.sampler.directed(&self.missing, &self.tried, seed);
            self.observe(&found)?;
            if self.missing.len() == before {
                break;
            }
        }
        Ok(())
    }

    /// Single deletions that the inputs so far do not tell from the program.
    fn survivors(&mut self) -> Result<Vec<Candidate>> {
        let ids = 0..self.oracle.deletions().all().len() as DeletionId;
        let singles: Vec<Candidate> = ids.map(|id| [id].into_iter().collect()).collect();
        let judgements = self.oracle.judge(&singles, false)?;
        let is_alive = |judged: &(Candidate, Judgement)| judged.1.is_same();
        Ok(singles.into_iter().zip(judgements).filter(is_alive).map(|(single, _)| single).collect())
    }

    /// Keeps the inputs that tell one of these candidates from the program.
    fn keep_killers(&mut self, candidates: &[Candidate]) -> Result<()> {
        for judgement in self.oracle.judge(candidates, false)? {
            match judgement.verdict {
                Verdict::Different(Witness { input_idx, .. }) | Verdict::OutOfFuel { input_idx } => {
                    self.keep(input_idx);
                }
                Verdict::Same | Verdict::Invalid(_) => {}
            }
        }
        Ok(())
    }
}
