//! Test inputs: found where the benchmark's do not reach, and where they refute.
//!
//! In: a program behind an [`Oracle`], its entry point, the inputs that are given. Out: [`TestInputs`]: the given inputs
//! and those found ones that cover something, with the coverage reached; and inputs that refute a candidate
//! ([`Hunt`]). Inputs come from the program's constants and shapes, enumerated as SmallCheck does (Runciman, Naylor,
//! Lindblad 2008), then drawn at random, then changed, then moved towards branches that nothing has taken
//! (Korel 1990; Tracey et al. 1998). Everything follows from the seed. Coverage is what the oracle observed, never
//! what is computed here.

mod hunt;
mod mutate;
mod near;
mod sampler;

use std::collections::BTreeSet;

use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::Candidate;
use crate::error::Result;
use crate::languages::room;
use crate::oracle::{Drawn, Oracle, RunEnd};
use crate::suite::Input;

use hunt::SeenInput;
pub use hunt::{Going, Hunt, Tried, TriedEnd};

/// Inputs are kept for other values of the criterion until so many sequences of them are known.
const MIN_SEQUENCES: usize = 8;

/// Inputs that the oracle is asked about again, at most, where nothing reaches the criterion.
const MAX_UNSEEN: usize = 8;

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
    /// Twenty at a time, 100 to 1,500 of them.
    fn default() -> InputOptions {
        InputOptions { seed: 1, n_batch: 20, n_fresh: 100, n_max: 1_500 }
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
    /// The given inputs without repetitions, then the found ones that matter, smallest first as far as they cover something.
    pub inputs: Vec<Input>,
    /// Number of inputs observed.
    pub n_tried: usize,
    /// What the inputs cover.
    pub coverage: Coverage,
}

/// Finds inputs for the program of an oracle without inputs, which afterwards has [`TestInputs::inputs`]. The hunt goes on
/// from there.
///
/// # Errors
/// Those of the oracle.
pub fn generate(
    oracle: &mut dyn Oracle,
    hunt: &mut Hunt,
    given: &[Input],
    options: &InputOptions,
    going: Going<'_>,
) -> Result<TestInputs> {
    let wanted = hunt.reachable().clone();
    let mut distinct: Vec<Input> = Vec::new();
    for input in given {
        if !distinct.contains(input) {
            distinct.push(input.clone());
        }
    }
    let mut search = Search {
        oracle,
        hunt,
        kept: Vec::new(),
        unseen: Vec::new(),
        sequences: BTreeSet::new(),
        missing: wanted.clone(),
    };
    search.hunt.skip(&distinct);
    search.keep(&distinct)?;
    search.undirected(options, going)?;
    search.directed(going)?;
    // Where nothing reaches the criterion, the oracle says of these why it could not tell: some never end, on others the criterion
    // takes values that cannot be compared.
    if search.sequences.is_empty() {
        let unseen = std::mem::take(&mut search.unseen);
        search.keep(&unseen)?;
    }
    let n_tried = distinct.len() + search.hunt.tried(0, TriedEnd::Enough).n_drawn;
    let Search { kept, missing, .. } = search;
    Ok(TestInputs { inputs: kept, n_tried, coverage: Coverage { wanted, missing } })
}

struct Search<'o> {
    oracle: &'o mut dyn Oracle,
    hunt: &'o mut Hunt,
    /// Every input that the oracle has, in its order.
    kept: Vec<Input>,
    /// The first inputs of whose runs nothing is told.
    unseen: Vec<Input>,
    /// Hashes of the values that the criterion takes.
    sequences: BTreeSet<u64>,
    missing: NodeSet,
}

impl Search<'_> {
    /// Adds inputs to those of the oracle.
    fn keep(&mut self, inputs: &[Input]) -> Result<()> {
        for observation in self.oracle.add_inputs(inputs)? {
            self.missing = self.missing.difference(&observation.reached);
            self.hunt.reached(&observation.reached);
            if observation.n_values > 0 {
                self.sequences.insert(observation.values_hash);
            }
        }
        self.kept.extend_from_slice(inputs);
        Ok(())
    }

    /// Half of them enumerated, half of them drawn, a batch at a time.
    fn undirected(&mut self, options: &InputOptions, going: Going<'_>) -> Result<()> {
        let n_batch = options.n_batch.max(2);
        let mut small = self.hunt.series(options.n_fresh * 2).into_iter();
        let mut n = 0;
        while n < options.n_fresh || (n < options.n_max && !self.missing.is_empty()) {
            let mut batch: Vec<Drawn> = small.by_ref().take(n_batch / 2).collect();
            batch.extend(self.hunt.draw(n_batch - batch.len()));
            if batch.is_empty() {
                break;
            }
            n += batch.len();
            self.probe(&batch)?;
            if self.hunt.is_spent() || going().is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Keeps of a batch what enters a branch that nothing has entered, or shows other values where few are known.
    fn probe(&mut self, batch: &[Drawn]) -> Result<()> {
        let seen = self.hunt.probe(self.oracle, &Candidate::default(), batch)?;
        for (drawn, SeenInput { probe, .. }) in batch.iter().zip(&seen) {
            if probe.end == RunEnd::OutOfFuel {
                if self.unseen.len() < MAX_UNSEEN {
                    self.unseen.push(drawn.input.clone());
                }
                continue;
            }
            let is_other = self.sequences.len() < MIN_SEQUENCES
                && probe.n_values > 0
                && !self.sequences.contains(&probe.values_hash);
            let is_entering = probe
                .distances
                .iter()
                .any(|&(branch, distance)| distance == 0.0 && self.missing.contains(branch));
            if is_entering || is_other || self.kept.is_empty() {
                self.keep(std::slice::from_ref(&drawn.input))?;
            }
        }
        Ok(())
    }

    /// Moves inputs towards branches that nothing entered, again when that opened new ways.
    fn directed(&mut self, going: Going<'_>) -> Result<()> {
        loop {
            let mut entering = Vec::new();
            self.hunt.climb(self.oracle, &Candidate::default(), &mut entering, going)?;
            let n_kept = self.kept.len();
            for (branch, input) in entering {
                if self.missing.contains(branch) {
                    self.keep(&[input])?;
                }
            }
            if self.kept.len() == n_kept || going().is_break() {
                return Ok(());
            }
        }
    }
}
