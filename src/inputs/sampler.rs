//! Draws inputs of an entry point, each once: fresh ones by its shapes, and changes of those that mattered.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::mutate::{Mutator, cross};
use crate::ast::{NodeSet, Tree};
use crate::languages::{InputSource, room};
use crate::oracle::Drawn;
use crate::random::Random;
use crate::suite::Input;
use crate::value::{Value, parts};

/// How often as many inputs as are wanted are drawn, where most of them were drawn before.
const MAX_REDRAWS: usize = 16;

/// Inputs that mattered and are kept to be changed, at most; later ones take the places of some before.
const MAX_POOL: usize = 256;

/// Of these, the ones that are changed half of the time.
const N_RECENT: usize = 16;

/// Parts of an input that is changed, at most: inputs should not grow for ever.
const MAX_PARTS: usize = 200;

/// Draws fresh inputs of an entry point, each once.
pub(super) struct Sampler {
    /// `None` for languages whose room has no inputs, and where none are to be drawn.
    source: Option<Box<dyn InputSource>>,
    reachable: NodeSet,
    constants: Vec<Value>,
    random: Random,
    /// Inputs that are known, as written.
    known: BTreeSet<(Vec<String>, String)>,
    /// Inputs that mattered.
    pool: Vec<Arc<[Value]>>,
}

impl Sampler {
    /// A sampler of a program's entry point, `name/arity`. For languages without inputs it draws nothing.
    pub(super) fn new(program: &Tree, entry: &str, seed: u64) -> Sampler {
        let source = room(program.language()).inputs(program, entry);
        let constants = source.as_ref().map(|source| source.constants()).unwrap_or_default();
        let reachable = source.as_ref().map(|source| source.reachable()).unwrap_or_default();
        let (known, pool) = (BTreeSet::new(), Vec::new());
        Sampler { source, reachable, constants, random: Random::new(seed), known, pool }
    }

    /// Draws nothing from now on.
    pub(super) fn close(&mut self) {
        self.source = None;
    }

    /// Lets these inputs count as drawn, and as inputs that matter.
    pub(super) fn skip(&mut self, inputs: &[Input]) {
        for input in inputs {
            let is_new = self.known.insert(key(input));
            if let Some(values) = self.source.as_ref().and_then(|source| source.read(input))
                && is_new
            {
                self.matters(values.into());
            }
        }
    }

    /// Lets changes of these values be drawn.
    pub(super) fn matters(&mut self, values: Arc<[Value]>) {
        if values.is_empty() || parts(&values).len() > MAX_PARTS {
            return;
        }
        if self.pool.len() >= MAX_POOL {
            let old = self.random.below(MAX_POOL - N_RECENT);
            self.pool.remove(old);
        }
        self.pool.push(values);
    }

    /// Up to this many inputs that were not drawn before, half of them changes of inputs that matter; fewer when 16 times
    /// as many draws give no more.
    pub(super) fn draw(&mut self, n: usize) -> Vec<Drawn> {
        let mut found = Vec::new();
        let n_draws = MAX_REDRAWS * n;
        for idx in 0..n_draws {
            if found.len() == n {
                break;
            }
            let drawn = if idx % 2 == 0 { self.changed() } else { None };
            let Some(values) = drawn.or_else(|| self.fresh()) else { break };
            found.extend(self.unless_known(values));
        }
        found
    }

    /// Up to this many changes of these values.
    pub(super) fn around(&mut self, values: &[Value], n: usize) -> Vec<Drawn> {
        (0..n)
            .filter_map(|_| {
                let values = self.mutated(values);
                self.unless_known(values)
            })
            .collect()
    }

    /// Up to this many small inputs, smallest first.
    pub(super) fn series(&mut self, n: usize) -> Vec<Drawn> {
        let small = self.source.as_ref().map(|source| source.series(n)).unwrap_or_default();
        small.into_iter().filter_map(|values| self.unless_known(values)).take(n).collect()
    }

    /// Statements and branches that can be reached.
    pub(super) fn reachable(&self) -> &NodeSet {
        &self.reachable
    }

    /// Of these nodes, the branches.
    pub(super) fn branches(&self, nodes: &NodeSet) -> NodeSet {
        self.source.as_ref().map(|source| source.branches(nodes)).unwrap_or_default()
    }

    /// The input with these values, which is known from now on, unless it was before.
    pub(super) fn unless_known(&mut self, values: Vec<Value>) -> Option<Drawn> {
        let input = self.source.as_ref()?.write(&values);
        self.known.insert(key(&input)).then(|| Drawn { input, values: values.into() })
    }

    /// A random number below a bound.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    fn fresh(&mut self) -> Option<Vec<Value>> {
        self.source.as_ref()?.draw(&mut self.random)
    }

    fn changed(&mut self) -> Option<Vec<Value>> {
        let n_recent = if self.random.one_in(2) { N_RECENT } else { self.pool.len() };
        let first = self.pool.len().saturating_sub(n_recent);
        let mut values = self.random.choose(&self.pool[first..])?.to_vec();
        if self.random.one_in(4) {
            let other = self.random.choose(&self.pool)?;
            cross(&mut values, other, &mut self.random);
            if self.random.one_in(2) {
                return Some(values);
            }
        }
        Some(self.mutated(&values))
    }

    fn mutated(&mut self, values: &[Value]) -> Vec<Value> {
        let other = self.random.below(self.pool.len());
        let other = self.pool.get(other).map_or(&[][..], |values| &values[..]);
        Mutator { constants: &self.constants, other }.mutated(values, &mut self.random)
    }
}

fn key(input: &Input) -> (Vec<String>, String) {
    (input.args.clone(), input.stdin.clone())
}
