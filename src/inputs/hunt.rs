//! Looks for inputs that no input so far stands for: on which a candidate is no slice, or which take a new branch.
//!
//! Each batch is run once, in the original and where that reaches the criterion in the candidate. What a run shows,
//! which deleted nodes the original asked for, other values, a smaller distance to a branch, decides whether its
//! input is changed further (grey-box search as in M. Böhme, V.-T. Pham, A. Roychoudhury, CCS 2016). Branches that
//! nothing has entered are climbed to (Korel 1990), many steps at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use super::sampler::Sampler;
use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::Candidate;
use crate::error::Result;
use crate::oracle::{Drawn, InputProbe, Oracle, RunEnd, SliceRule};
use crate::suite::Input;
use crate::value::{Value, part_mut, parts};

/// Inputs drawn at a time: at first, and at most.
const BATCH: (usize, usize) = (20, 1_000);

/// Units of fuel of the original after which no more inputs are drawn: one on which the program never ends takes as
/// much as thousands of others.
const MAX_TICKS: u64 = 4_000_000;

/// Runs spent on one branch before it is given up, at most.
const MAX_CLIMB: usize = 2_000;

/// Steps without any progress after which a branch is given up.
const MAX_IDLE: usize = 3;

/// Inputs whose values alone are new that are kept to be changed, at most.
const MAX_OTHER_VALUES: usize = 64;

/// Of several inputs that refute a candidate at a time, so many are kept.
const MAX_REFUTING: usize = 4;

/// What was tried to refute a slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Inputs drawn, all different.
    pub n_drawn: usize,
    /// Of these, those on which the original reaches the criterion.
    pub n_reached: usize,
    /// Different sequences of values among these.
    pub n_sequences: usize,
    /// Of those that reach it, those on which the original asked for a node that the slice deletes.
    pub n_consulted: usize,
    /// Many times as many draws gave no more inputs.
    pub is_exhausted: bool,
}

/// Whether to go on.
pub type Going<'w> = &'w mut dyn FnMut() -> ControlFlow<()>;

/// A search for inputs of one entry point that remembers what mattered.
pub struct Hunt {
    sampler: Sampler,
    /// What runs have shown.
    signatures: BTreeSet<u64>,
    n_other_values: usize,
    /// Hashes of values.
    sequences: BTreeSet<u64>,
    /// Branches that nothing has entered.
    open: NodeSet,
    /// The nearest input to each, with its distance.
    nearest: BTreeMap<NodeId, (f64, Vec<Value>)>,
    given_up: NodeSet,
    /// Every input drawn on which a candidate can be refuted.
    reaching: Vec<Drawn>,
    n_reached: usize,
    rule: SliceRule,
    n_drawn: usize,
    n_ticks: u64,
    n_batch: usize,
    /// Whether the program needs more fuel than most.
    is_patient: bool,
}

impl Hunt {
    /// A search for inputs of a program's entry point, `name/arity`.
    pub fn new(program: &Tree, entry: &str, seed: u64) -> Hunt {
        let sampler = Sampler::new(program, entry, seed);
        let open = sampler.branches(&sampler.reachable());
        Hunt {
            sampler,
            signatures: BTreeSet::new(),
            n_other_values: 0,
            sequences: BTreeSet::new(),
            open,
            nearest: BTreeMap::new(),
            given_up: NodeSet::new(),
            reaching: Vec::new(),
            n_reached: 0,
            rule: SliceRule::Prefix,
            n_drawn: 0,
            n_ticks: 0,
            n_batch: BATCH.0,
            is_patient: false,
        }
    }

    /// For an oracle with this rule: where an end is asked for, inputs matter that do not reach the criterion.
    pub fn under(self, rule: SliceRule) -> Hunt {
        Hunt { rule, ..self }
    }

    /// Statements and branches that can be reached.
    pub(super) fn reachable(&self) -> NodeSet {
        self.sampler.reachable()
    }

    /// Lets these inputs count as drawn, and as inputs that matter.
    pub fn skip(&mut self, inputs: &[Input]) {
        self.sampler.skip(inputs);
    }

    /// Lets these nodes count as reached.
    pub(super) fn reached(&mut self, nodes: &NodeSet) {
        self.open = self.open.difference(nodes);
    }

    /// Small inputs, smallest first.
    pub(super) fn series(&mut self, n: usize) -> Vec<Drawn> {
        self.sampler.series(n)
    }

    /// Inputs that were not drawn before.
    pub(super) fn draw(&mut self, n: usize) -> Vec<Drawn> {
        self.sampler.draw(n)
    }

    /// Whether the original spent so much fuel that nothing more should be drawn.
    pub(super) fn is_spent(&self) -> bool {
        self.n_ticks >= MAX_TICKS
    }

    /// Inputs drawn on which a candidate can be refuted, in their order.
    pub fn reaching(&self) -> impl Iterator<Item = &Input> {
        self.reaching.iter().map(|drawn| &drawn.input)
    }

    /// What was drawn until now, as far as it says something about this candidate.
    pub fn tried(&self, n_consulted: usize, is_exhausted: bool) -> Tried {
        Tried {
            n_drawn: self.n_drawn,
            n_reached: self.n_reached,
            n_sequences: self.sequences.len(),
            n_consulted,
            is_exhausted,
        }
    }

    /// Inputs on which the candidate is no slice, smallest first, and none when so many inputs were drawn in all and none of them
    /// refutes it. Inputs drawn earlier are tried again first.
    ///
    /// # Errors
    /// Those of the oracle.
    pub fn refute(
        &mut self,
        oracle: &mut dyn Oracle,
        candidate: &Candidate,
        n_inputs: usize,
        going: Going<'_>,
    ) -> Result<(Vec<Input>, Tried)> {
        let mut n_consulted = 0;
        for idx in (0..self.reaching.len()).step_by(BATCH.1) {
            let earlier = self.reaching[idx..(idx + BATCH.1).min(self.reaching.len())].to_vec();
            let probes = oracle.probe(candidate, &earlier, &NodeSet::new(), self.is_patient)?;
            n_consulted += probes.iter().filter(|probe| !probe.consulted.is_empty()).count();
            let refuting = refuting(&earlier, &probes);
            if !refuting.is_empty() || going().is_break() {
                return Ok((self.found(refuting), self.tried(n_consulted, false)));
            }
        }
        let mut has_climbed = false;
        while self.n_drawn < n_inputs && !self.is_spent() {
            let batch = self.draw(self.n_batch.min(n_inputs - self.n_drawn));
            if batch.is_empty() {
                return Ok((Vec::new(), self.tried(n_consulted, true)));
            }
            self.n_batch = (self.n_batch * 5).min(BATCH.1);
            let probes = self.probe(oracle, candidate, &batch)?;
            let is_seen = |probe: &&InputProbe| probe.n_values > 0 && !probe.consulted.is_empty();
            n_consulted += probes.iter().filter(is_seen).count();
            let mut refuting = refuting(&batch, &probes);
            if refuting.is_empty() && !has_climbed && self.n_drawn * 4 >= n_inputs {
                has_climbed = true;
                refuting = self.climb(oracle, candidate, &mut Vec::new(), going)?;
            }
            if !refuting.is_empty() || going().is_break() {
                return Ok((self.found(refuting), self.tried(n_consulted, false)));
            }
        }
        Ok((Vec::new(), self.tried(n_consulted, false)))
    }

    fn found(&mut self, refuting: Vec<Drawn>) -> Vec<Input> {
        refuting.iter().for_each(|drawn| self.sampler.matters(drawn.values.clone()));
        refuting.into_iter().map(|drawn| drawn.input).collect()
    }

    /// Runs inputs, and learns from what they show.
    pub(super) fn probe(
        &mut self,
        oracle: &mut dyn Oracle,
        candidate: &Candidate,
        batch: &[Drawn],
    ) -> Result<Vec<InputProbe>> {
        let mut probes = oracle.probe(candidate, batch, &self.open, self.is_patient)?;
        let n_spent = probes.iter().filter(|probe| probe.end == RunEnd::OutOfFuel).count();
        // Not for the sake of inputs on which it would never end.
        if !self.is_patient && self.reaching.is_empty() && n_spent * 2 > batch.len() {
            self.is_patient = true;
            probes = oracle.probe(candidate, batch, &self.open, true)?;
        }
        self.n_drawn += batch.len();
        for (drawn, probe) in batch.iter().zip(&probes) {
            self.n_ticks += probe.ticks;
            if probe.end == RunEnd::OutOfFuel {
                continue;
            }
            if probe.n_values > 0 || self.rule.on(&probe.end) != SliceRule::Prefix {
                self.reaching.push(drawn.clone());
            }
            if probe.n_values > 0 {
                self.n_reached += 1;
                self.sequences.insert(probe.values_hash);
            }
            if self.is_new(probe) {
                self.sampler.matters(drawn.values.clone());
            }
            self.approach(drawn, probe);
        }
        Ok(probes)
    }

    /// Whether a run shows what none before has shown.
    fn is_new(&mut self, probe: &InputProbe) -> bool {
        let is_new = |signatures: &mut BTreeSet<u64>, what: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = DefaultHasher::new();
            what(&mut hasher);
            signatures.insert(hasher.finish())
        };
        let is_end = matches!(probe.end, RunEnd::Crashed(_));
        let consulted = is_new(&mut self.signatures, &|hasher| {
            probe.consulted.iter().for_each(|node| node.hash(hasher));
            (is_end, probe.n_values.min(8)).hash(hasher);
        });
        let values = is_new(&mut self.signatures, &|hasher| ("values", probe.values_hash).hash(hasher));
        if values && !consulted && probe.n_values > 0 && self.n_other_values < MAX_OTHER_VALUES {
            self.n_other_values += 1;
            return true;
        }
        consulted
    }

    /// Notes what is nearer to a branch than anything before.
    fn approach(&mut self, drawn: &Drawn, probe: &InputProbe) {
        for &(branch, distance) in &probe.distances {
            if distance == 0.0 {
                self.open.remove(branch);
                self.nearest.remove(&branch);
            } else if self.open.contains(branch)
                && self.nearest.get(&branch).is_none_or(|(known, _)| distance < *known)
            {
                self.nearest.insert(branch, (distance, drawn.values.clone()));
            }
        }
    }

    /// Moves the nearest inputs towards the branches that nothing has entered; what entered one goes to `entering`. Ends with
    /// inputs that refute the candidate.
    pub(super) fn climb(
        &mut self,
        oracle: &mut dyn Oracle,
        candidate: &Candidate,
        entering: &mut Vec<(NodeId, Input)>,
        going: Going<'_>,
    ) -> Result<Vec<Drawn>> {
        loop {
            let waiting = self.nearest.iter().filter(|(branch, _)| !self.given_up.contains(**branch));
            let next = waiting.min_by(|a, b| a.1.0.total_cmp(&b.1.0)).map(|(&branch, _)| branch);
            let Some(branch) = next else { return Ok(Vec::new()) };
            let (mut n_runs, mut n_idle) = (0, 0);
            while let Some((distance, values)) = self.nearest.get(&branch).cloned() {
                if n_runs >= MAX_CLIMB || n_idle >= MAX_IDLE || self.is_spent() {
                    break;
                }
                let steps = self.steps(&values);
                n_runs += steps.len();
                let open = self.open.clone();
                let probes = self.probe(oracle, candidate, &steps)?;
                for (drawn, probe) in steps.iter().zip(&probes) {
                    let entered =
                        probe.distances.iter().filter(|(branch, far)| *far == 0.0 && open.contains(*branch));
                    entering.extend(entered.map(|(branch, _)| (*branch, drawn.input.clone())));
                }
                let refuting = refuting(&steps, &probes);
                if !refuting.is_empty() || going().is_break() {
                    return Ok(refuting);
                }
                let is_nearer = self.nearest.get(&branch).is_some_and(|(now, _)| *now < distance);
                n_idle = if is_nearer { 0 } else { n_idle + 1 };
            }
            self.given_up.insert(branch);
        }
    }

    /// One number moved by a power of two, and other changes.
    fn steps(&mut self, values: &[Value]) -> Vec<Drawn> {
        let mut found = Vec::new();
        let all: Vec<(Vec<usize>, Value)> =
            parts(values).into_iter().map(|(path, part)| (path, part.clone())).collect();
        let numbers = all.iter().filter(|(_, part)| matches!(part, Value::Int(_) | Value::Float(_)));
        for (path, part) in numbers.take(8) {
            for exponent in 0..40 {
                for delta in [1_i128 << exponent, -(1_i128 << exponent)] {
                    let moved = match part {
                        Value::Int(number) => Value::Int(number.saturating_add(delta)),
                        Value::Float(number) => Value::Float(number + delta as f64),
                        _ => continue,
                    };
                    let mut other = values.to_vec();
                    if let Some(place) = part_mut(&mut other, path) {
                        *place = moved;
                    }
                    found.extend(self.sampler.unless_known(other));
                }
            }
        }
        found.extend(self.sampler.around(values, 60));
        found
    }
}

/// Inputs that refute the candidate, smallest first.
fn refuting(inputs: &[Drawn], probes: &[InputProbe]) -> Vec<Drawn> {
    let refuting = inputs.iter().zip(probes).filter(|(_, probe)| probe.is_refuted);
    let mut found: Vec<Drawn> = refuting.map(|(drawn, _)| drawn.clone()).collect();
    let length =
        |drawn: &Drawn| drawn.input.args.iter().map(String::len).sum::<usize>() + drawn.input.stdin.len();
    found.sort_by_key(length);
    found.truncate(MAX_REFUTING);
    found
}
