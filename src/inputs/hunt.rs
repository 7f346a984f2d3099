//! Looks for inputs that no input so far stands for: on which a candidate is no slice, or which take a new branch.
//!
//! Each batch is run once, in the original and where that reaches the criterion in the candidate. What a run shows,
//! the branches that it takes or else the deleted nodes that it asks for, other values, a smaller distance to a branch,
//! decides whether its input is changed further (grey-box search as in M. Böhme, V.-T. Pham, A. Roychoudhury, CCS 2016).
//! Branches that nothing has entered are climbed to (Korel 1990), many steps at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::near::{Aims, LONG_STEPS, OpenBranches, SHORT_STEPS};
use super::sampler::Sampler;
use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::Candidate;
use crate::error::Result;
use crate::oracle::{Drawn, InputProbe, Oracle, RunEnd, SliceRule};
use crate::suite::Input;

/// Inputs drawn at a time: at first, and at most.
const BATCH: (usize, usize) = (20, 1_000);

/// Units of fuel of the original after which no more inputs are drawn for coverage: one on which the program never ends takes as
/// much as thousands of others.
const MAX_TICKS: u64 = 8_000_000;

/// The same where inputs are drawn to refute a slice, in all: as many as a certificate needs for programs that take up to 2,000 units
/// with one. The slowest runtimes take a minute for it.
const MAX_REFUTING_TICKS: u64 = 20_000_000;

/// Fuel of the original where inputs are drawn by the thousand: a tenth of what inputs have that are added, and all of it where the
/// program needs more than most; at most and at least so many times what it needed until then, after so many inputs.
const MAX_FUEL: u64 = 20_000;
const PATIENT_FUEL: u64 = 200_000;
const MIN_FUEL: u64 = 2_000;
const FUEL_TIMES: u64 = 8;
const N_TO_KNOW_FUEL: usize = 200;

/// Runs spent on one branch before it is given up, at most.
const MAX_CLIMB: usize = 4_000;

/// Steps without any progress after which a branch is given up.
const MAX_IDLE: usize = 6;

/// Runs spent on all targets of a candidate together, at most.
const MAX_AIM: usize = 3_000;

/// Units of fuel of the original spent on these runs, at most: traced ones take long.
const MAX_AIM_TICKS: u64 = 40_000;

/// Steps without any progress after which a target is given up.
const MAX_IDLE_AIM: usize = 2;

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
    /// Why no more were drawn.
    pub end: TriedEnd,
}

/// Why no more inputs were drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TriedEnd {
    /// There were as many as were asked for, or one refuted the slice.
    #[default]
    Enough,
    /// Many times as many draws gave no more inputs.
    Exhausted,
    /// The program spent so much fuel on them.
    Fuel,
    /// Whoever waited for them said so.
    Stopped,
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
    /// Paths of the original that were traced for the present candidate, and whether they ask for something that it deletes.
    paths: BTreeMap<u64, bool>,
    /// Branches that nothing has entered.
    open: OpenBranches,
    /// Every branch that has distances.
    branches: NodeSet,
    /// What could tell the present candidate from the program.
    aims: Aims,
    /// Every input drawn on which a candidate can be refuted.
    reaching: Vec<Drawn>,
    n_reached: usize,
    rule: SliceRule,
    n_drawn: usize,
    n_ticks: u64,
    /// Fuel of the longest run that ended.
    most_ticks: u64,
    n_batch: usize,
    /// Whether the program needs more fuel than most.
    is_patient: bool,
}

/// Which runs are traced where glances tell the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tracing {
    /// Those that take another path, or show other values.
    OfNew,
    /// All, for distances.
    OfAll,
    /// All, for distances to this branch alone, which takes much less time.
    Towards(NodeId),
}

/// What an input showed.
pub(super) struct SeenInput {
    pub(super) probe: InputProbe,
    /// Whether none before has shown it.
    is_new: bool,
    /// Whether the original asked for something that the candidate deletes, or another did that takes the same branches.
    is_consulting: bool,
}

impl Hunt {
    /// A search for inputs of a program's entry point, `name/arity`.
    pub fn new(program: &Tree, entry: &str, seed: u64) -> Hunt {
        let sampler = Sampler::new(program, entry, seed);
        let branches = sampler.branches(sampler.reachable());
        Hunt {
            sampler,
            open: OpenBranches::new(branches.clone()),
            branches,
            aims: Aims::default(),
            signatures: BTreeSet::new(),
            n_other_values: 0,
            sequences: BTreeSet::new(),
            paths: BTreeMap::new(),
            reaching: Vec::new(),
            n_reached: 0,
            rule: SliceRule::Prefix,
            n_drawn: 0,
            n_ticks: 0,
            most_ticks: 0,
            n_batch: BATCH.0,
            is_patient: false,
        }
    }

    /// For an oracle with this rule: where an end is asked for, inputs matter that do not reach the criterion.
    pub fn under(self, rule: SliceRule) -> Hunt {
        Hunt { rule, ..self }
    }

    /// For slices that speak of the given inputs alone: no others are drawn.
    pub fn bound(mut self) -> Hunt {
        self.sampler.close();
        self.open = OpenBranches::default();
        self.branches = NodeSet::new();
        self
    }

    /// Statements and branches that can be reached.
    pub(super) fn reachable(&self) -> &NodeSet {
        self.sampler.reachable()
    }

    /// Lets these inputs count as drawn, and as inputs that matter.
    pub fn skip(&mut self, inputs: &[Input]) {
        self.sampler.skip(inputs);
    }

    /// Lets these nodes count as reached.
    pub(super) fn reached(&mut self, nodes: &NodeSet) {
        self.open.branches = self.open.branches.difference(nodes);
    }

    /// Small inputs, smallest first.
    pub(super) fn series(&mut self, n: usize) -> Vec<Drawn> {
        self.sampler.series(n)
    }

    /// Inputs that were not drawn before.
    pub(super) fn draw(&mut self, n: usize) -> Vec<Drawn> {
        self.sampler.draw(n)
    }

    /// Whether the original spent so much fuel that nothing more should be drawn for coverage.
    pub(super) fn is_spent(&self) -> bool {
        self.n_ticks >= MAX_TICKS
    }

    /// Inputs drawn on which a candidate can be refuted, in their order.
    pub fn reaching(&self) -> impl Iterator<Item = &Input> {
        self.reaching.iter().map(|drawn| &drawn.input)
    }

    /// What was drawn until now, as far as it says something about this candidate.
    pub fn tried(&self, n_consulted: usize, end: TriedEnd) -> Tried {
        Tried {
            n_drawn: self.n_drawn,
            n_reached: self.n_reached,
            n_sequences: self.sequences.len(),
            n_consulted,
            end,
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
        self.paths.clear();
        self.aims = Aims::default();
        for idx in (0..self.reaching.len()).step_by(BATCH.1) {
            let earlier = self.reaching[idx..(idx + BATCH.1).min(self.reaching.len())].to_vec();
            let seen = self.look(oracle, candidate, &earlier, Tracing::OfNew)?;
            earlier
                .iter()
                .zip(&seen)
                .for_each(|(drawn, seen)| self.aims.see(drawn, &seen.probe, &mut self.sampler));
            n_consulted += seen.iter().filter(|seen| seen.is_consulting).count();
            let refuting = refuting(&earlier, &seen);
            if let Some(end) = ended(&refuting, going) {
                return Ok((self.found(refuting), self.tried(n_consulted, end)));
            }
        }
        let mut has_climbed = false;
        while self.n_drawn < n_inputs && self.n_ticks < MAX_REFUTING_TICKS {
            let batch = self.draw(self.n_batch.min(n_inputs - self.n_drawn));
            if batch.is_empty() {
                return Ok((Vec::new(), self.tried(n_consulted, TriedEnd::Exhausted)));
            }
            self.n_batch = (self.n_batch * 5).min(BATCH.1);
            let seen = self.probe(oracle, candidate, &batch)?;
            n_consulted += seen.iter().filter(|seen| seen.probe.n_values > 0 && seen.is_consulting).count();
            let mut refuting = refuting(&batch, &seen);
            if refuting.is_empty() && !has_climbed && self.n_drawn * 4 >= n_inputs {
                has_climbed = true;
                refuting = self.climb(oracle, candidate, &mut Vec::new(), going)?;
            }
            if let Some(end) = ended(&refuting, going) {
                return Ok((self.found(refuting), self.tried(n_consulted, end)));
            }
        }
        let end = if self.n_drawn < n_inputs { TriedEnd::Fuel } else { TriedEnd::Enough };
        let refuting = self.aim(oracle, candidate, going)?;
        Ok((self.found(refuting), self.tried(n_consulted, end)))
    }

    fn found(&mut self, refuting: Vec<Drawn>) -> Vec<Input> {
        refuting.iter().for_each(|drawn| self.sampler.matters(Arc::clone(&drawn.values)));
        refuting.into_iter().map(|drawn| drawn.input).collect()
    }

    /// Draws inputs until there are so many in all, and changes those that show something new.
    ///
    /// # Errors
    /// Those of the oracle.
    pub fn explore(&mut self, oracle: &mut dyn Oracle, n_inputs: usize, going: Going<'_>) -> Result<()> {
        while self.n_drawn < n_inputs && !self.is_spent() {
            let batch = self.draw(self.n_batch.min(n_inputs - self.n_drawn));
            if batch.is_empty() {
                return Ok(());
            }
            self.n_batch = (self.n_batch * 2).min(BATCH.1 / 4);
            self.probe(oracle, &Candidate::default(), &batch)?;
            if going().is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Runs inputs, and learns from what they show.
    pub(super) fn probe(
        &mut self,
        oracle: &mut dyn Oracle,
        candidate: &Candidate,
        batch: &[Drawn],
    ) -> Result<Vec<SeenInput>> {
        self.learn(oracle, candidate, batch, Tracing::OfNew)
    }

    fn learn(
        &mut self,
        oracle: &mut dyn Oracle,
        candidate: &Candidate,
        batch: &[Drawn],
        tracing: Tracing,
    ) -> Result<Vec<SeenInput>> {
        let mut seen = self.look(oracle, candidate, batch, tracing)?;
        let is_spent = |seen: &&SeenInput| seen.probe.end == RunEnd::OutOfFuel;
        let n_spent = seen.iter().filter(is_spent).count();
        // Not for the sake of inputs on which it would never end.
        if !self.is_patient && self.reaching.is_empty() && n_spent * 2 > batch.len() {
            self.is_patient = true;
            seen = self.look(oracle, candidate, batch, tracing)?;
        }
        self.n_drawn += batch.len();
        for (drawn, SeenInput { probe, is_new, .. }) in batch.iter().zip(&seen) {
            self.n_ticks += probe.ticks;
            if probe.end == RunEnd::OutOfFuel {
                continue;
            }
            self.most_ticks = self.most_ticks.max(probe.ticks);
            if probe.n_values > 0 || self.rule.on(&probe.end) != SliceRule::Prefix {
                self.reaching.push(drawn.clone());
            }
            if probe.n_values > 0 {
                self.n_reached += 1;
                self.sequences.insert(probe.values_hash);
            }
            if *is_new {
                self.sampler.matters(Arc::clone(&drawn.values));
            }
            self.open.see(drawn, probe, &mut self.sampler);
            self.aims.see(drawn, probe, &mut self.sampler);
        }
        Ok(seen)
    }

    /// Runs inputs. Where the oracle can be quick, only those are traced that take another path, or show other values: what they
    /// ask for is what others ask for that take the same branches.
    fn look(
        &mut self,
        oracle: &mut dyn Oracle,
        candidate: &Candidate,
        batch: &[Drawn],
        tracing: Tracing,
    ) -> Result<Vec<SeenInput>> {
        let Some(glances) = oracle.glance(candidate, batch, self.fuel())? else {
            let measured = self.measured(oracle, candidate, tracing);
            let probes = oracle.probe(candidate, batch, &measured, self.is_patient)?;
            return Ok(probes.into_iter().map(|probe| self.seen(probe)).collect());
        };
        let mut seen: Vec<SeenInput> = Vec::with_capacity(batch.len());
        let mut traced = Vec::new();
        for (idx, glance) in glances.iter().enumerate() {
            let is_over = glance.end == RunEnd::OutOfFuel;
            let is_new =
                !is_over && self.is_new(glance.path, &glance.end, glance.n_values, glance.values_hash);
            let is_untraced = !is_over && !self.paths.contains_key(&glance.path);
            if is_new || is_untraced || (tracing != Tracing::OfNew && !is_over) {
                traced.push(idx);
                self.paths.entry(glance.path).or_insert(false);
            }
            seen.push(SeenInput { probe: InputProbe::of_glance(glance), is_new, is_consulting: false });
        }
        let inputs: Vec<Drawn> = traced.iter().map(|&idx| batch[idx].clone()).collect();
        let probes = match inputs.is_empty() {
            true => Vec::new(),
            false => {
                let measured = self.measured(oracle, candidate, tracing);
                oracle.probe(candidate, &inputs, &measured, self.is_patient)?
            }
        };
        for (&idx, probe) in traced.iter().zip(probes) {
            if !probe.consulted.is_empty() {
                self.paths.insert(glances[idx].path, true);
            }
            seen[idx].probe = probe;
        }
        for (seen, glance) in seen.iter_mut().zip(&glances) {
            seen.is_consulting = self.paths.get(&glance.path) == Some(&true);
        }
        Ok(seen)
    }

    fn seen(&mut self, probe: InputProbe) -> SeenInput {
        let mut hasher = DefaultHasher::new();
        probe.consulted.iter().for_each(|node| node.hash(&mut hasher));
        let is_over = probe.end == RunEnd::OutOfFuel;
        let is_new = !is_over && self.is_new(hasher.finish(), &probe.end, probe.n_values, probe.values_hash);
        SeenInput { is_new, is_consulting: !probe.consulted.is_empty(), probe }
    }

    /// Whether a run shows what none before has shown.
    fn is_new(&mut self, path: u64, end: &RunEnd, n_values: usize, values_hash: u64) -> bool {
        let hash = |what: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = DefaultHasher::new();
            what(&mut hasher);
            hasher.finish()
        };
        let is_crash = matches!(end, RunEnd::Crashed(_));
        let way = hash(&|hasher| (path, is_crash, n_values.min(8)).hash(hasher));
        let has_new_way = self.signatures.insert(way);
        let has_new_values = self.signatures.insert(hash(&|hasher| ("values", values_hash).hash(hasher)));
        if has_new_values && !has_new_way && n_values > 0 && self.n_other_values < MAX_OTHER_VALUES {
            self.n_other_values += 1;
            return true;
        }
        has_new_way
    }

    /// Fuel of the original: not much more than it ever needed, once many inputs have been tried, so that those on which it never
    /// ends cost little.
    fn fuel(&self) -> u64 {
        match self.is_patient {
            true => PATIENT_FUEL,
            false if self.n_drawn < N_TO_KNOW_FUEL => MAX_FUEL,
            false => (FUEL_TIMES * self.most_ticks).clamp(MIN_FUEL, MAX_FUEL),
        }
    }

    /// Branches that are asked for: those that nothing has entered, and of a candidate that deletes something all whose
    /// distances are known.
    fn measured(&self, oracle: &dyn Oracle, candidate: &Candidate, tracing: Tracing) -> NodeSet {
        match tracing {
            Tracing::Towards(branch) => std::iter::once(branch).collect(),
            _ if candidate.ids().is_empty() || !oracle.has_distances() => self.open.branches.clone(),
            _ => self.branches.clone(),
        }
    }

    /// Moves inputs that ask for what the candidate deletes towards branches that none such has taken, in the program or in
    /// the candidate, the nearest first: what was deleted may matter in one of them alone. Ends with inputs that refute the
    /// candidate.
    fn aim(
        &mut self,
        oracle: &mut dyn Oracle,
        candidate: &Candidate,
        going: Going<'_>,
    ) -> Result<Vec<Drawn>> {
        let (mut n_runs, n_ticks) = (0, self.n_ticks);
        while let Some(aim) = self.aims.next() {
            let mut n_idle = 0;
            while let Some(near) = self.aims.near(aim) {
                if n_idle >= MAX_IDLE_AIM {
                    break;
                }
                if n_runs >= MAX_AIM || self.n_ticks - n_ticks >= MAX_AIM_TICKS {
                    return Ok(Vec::new());
                }
                let distance = near.distance;
                let values = Arc::clone(&near.inputs[n_idle % near.inputs.len()]);
                let steps = self.sampler.steps(&values, &SHORT_STEPS);
                n_runs += steps.len();
                let seen = self.learn(oracle, candidate, &steps, Tracing::Towards(aim.branch))?;
                let refuting = refuting(&steps, &seen);
                if !refuting.is_empty() || going().is_break() {
                    return Ok(refuting);
                }
                let is_nearer = self.aims.near(aim).is_some_and(|now| now.distance < distance);
                n_idle = if is_nearer { 0 } else { n_idle + 1 };
            }
            self.aims.give_up(aim);
        }
        Ok(Vec::new())
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
        while let Some(branch) = self.open.next() {
            let (mut n_runs, mut n_idle) = (0, 0);
            while let Some(near) = self.open.near(branch) {
                if n_runs >= MAX_CLIMB || n_idle >= MAX_IDLE || self.is_spent() {
                    break;
                }
                let distance = near.distance;
                let values = Arc::clone(&near.inputs[n_idle % near.inputs.len()]);
                let steps = self.sampler.steps(&values, &LONG_STEPS);
                n_runs += steps.len();
                let open = self.open.branches.clone();
                let seen = self.learn(oracle, candidate, &steps, Tracing::OfAll)?;
                for (drawn, seen) in steps.iter().zip(&seen) {
                    let entered = seen
                        .probe
                        .distances
                        .iter()
                        .filter(|(branch, far)| *far == 0.0 && open.contains(*branch));
                    entering.extend(entered.map(|(branch, _)| (*branch, drawn.input.clone())));
                }
                let refuting = refuting(&steps, &seen);
                if !refuting.is_empty() || going().is_break() {
                    return Ok(refuting);
                }
                let is_nearer = self.open.near(branch).is_some_and(|now| now.distance < distance);
                n_idle = if is_nearer { 0 } else { n_idle + 1 };
            }
            self.open.give_up(branch);
        }
        Ok(Vec::new())
    }
}

/// Whether no more inputs are to be drawn after these, and why.
fn ended(refuting: &[Drawn], going: Going<'_>) -> Option<TriedEnd> {
    if !refuting.is_empty() {
        return Some(TriedEnd::Enough);
    }
    going().is_break().then_some(TriedEnd::Stopped)
}

/// Inputs that refute the candidate, smallest first.
fn refuting(inputs: &[Drawn], seen: &[SeenInput]) -> Vec<Drawn> {
    let refuting = inputs.iter().zip(seen).filter(|(_, seen)| seen.probe.is_refuted);
    let mut found: Vec<Drawn> = refuting.map(|(drawn, _)| drawn.clone()).collect();
    let length =
        |drawn: &Drawn| drawn.input.args.iter().map(String::len).sum::<usize>() + drawn.input.stdin.len();
    found.sort_by_key(length);
    found.truncate(MAX_REFUTING);
    found
}
