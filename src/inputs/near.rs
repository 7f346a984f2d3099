//! Inputs near a branch, and the steps that are taken from them (Korel 1990): each part alone, and those that are equal together.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::sampler::Sampler;
use crate::ast::{NodeId, NodeSet};
use crate::oracle::{Drawn, InputProbe};
use crate::value::{Path, Value, part_mut, parts, paths};

/// Items by which a list grows in one step.
const GROWTH: [usize; 4] = [1, 4, 16, 64];

/// How an input is moved.
pub(super) struct Steps {
    /// Numbers and lists that are changed, at most: each alone.
    n_parts: usize,
    /// Exponents of the powers of two by which a number moves in one step; a number far away takes several.
    strides: &'static [u32],
    /// Other changes.
    n_around: usize,
}

pub(super) const LONG_STEPS: Steps = Steps {
    n_parts: 8,
    strides: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 25, 32, 40],
    n_around: 100,
};

/// For many targets.
pub(super) const SHORT_STEPS: Steps = Steps { n_parts: 4, strides: &[0, 1, 2, 3, 4, 6, 9, 13], n_around: 24 };

/// Inputs at one distance to a branch that are remembered: moving one number may help only once another has moved.
const MAX_NEAREST: usize = 8;

/// Inputs that are equally near to a branch.
pub(super) struct NearInputs {
    pub(super) distance: f64,
    /// A random part of all that were seen.
    pub(super) inputs: Vec<Arc<[Value]>>,
    n_seen: usize,
}

impl NearInputs {
    pub(super) fn new(distance: f64) -> NearInputs {
        NearInputs { distance, inputs: Vec::new(), n_seen: 0 }
    }

    pub(super) fn see(&mut self, distance: f64, values: &Arc<[Value]>, sampler: &mut Sampler) {
        if distance > self.distance {
            return;
        }
        if distance < self.distance {
            *self = NearInputs::new(distance);
        }
        self.n_seen += 1;
        if self.inputs.len() < MAX_NEAREST {
            self.inputs.push(Arc::clone(values));
        } else if let Some(place) = self.inputs.get_mut(sampler.below(self.n_seen)) {
            *place = Arc::clone(values);
        }
    }
}

/// Branches that nothing has entered, with the inputs that came nearest.
#[derive(Default)]
pub(super) struct OpenBranches {
    pub(super) branches: NodeSet,
    nearest: BTreeMap<NodeId, NearInputs>,
    given_up: NodeSet,
}

impl OpenBranches {
    pub(super) fn new(branches: NodeSet) -> OpenBranches {
        OpenBranches { branches, ..OpenBranches::default() }
    }

    /// Notes what is nearer to a branch than anything before, or as near.
    pub(super) fn see(&mut self, drawn: &Drawn, probe: &InputProbe, sampler: &mut Sampler) {
        for &(branch, distance) in &probe.distances {
            if distance == 0.0 {
                self.branches.remove(branch);
                self.nearest.remove(&branch);
            } else if self.branches.contains(branch) {
                let nearest = self.nearest.entry(branch).or_insert_with(|| NearInputs::new(distance));
                nearest.see(distance, &drawn.values, sampler);
            }
        }
    }

    /// The branch that something is nearest to.
    pub(super) fn next(&self) -> Option<NodeId> {
        let waiting = self.nearest.iter().filter(|(branch, _)| !self.given_up.contains(**branch));
        waiting.min_by(|a, b| a.1.distance.total_cmp(&b.1.distance)).map(|(&branch, _)| branch)
    }

    /// What is nearest to a branch, unless something has entered it.
    pub(super) fn near(&self, branch: NodeId) -> Option<&NearInputs> {
        self.nearest.get(&branch)
    }

    pub(super) fn give_up(&mut self, branch: NodeId) {
        self.given_up.insert(branch);
    }
}

/// A branch that no input has taken that asks for these deleted nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Aim {
    /// Hash of the deleted nodes that the program asks for.
    consulted: u64,
    /// Whether the candidate should take the branch.
    is_candidate: bool,
    pub(super) branch: NodeId,
}

/// What could tell a candidate from the program, with the inputs that came nearest.
#[derive(Default)]
pub(super) struct Aims {
    nearest: BTreeMap<Aim, NearInputs>,
    /// Those that were hit, or that nothing came nearer to.
    done: BTreeSet<Aim>,
}

impl Aims {
    /// Notes what is nearer to a branch than anything before that asks for the same deleted nodes.
    pub(super) fn see(&mut self, drawn: &Drawn, probe: &InputProbe, sampler: &mut Sampler) {
        if probe.consulted.is_empty() || probe.n_values == 0 {
            return;
        }
        let mut hasher = DefaultHasher::new();
        probe.consulted.iter().for_each(|node| node.hash(&mut hasher));
        let consulted = hasher.finish();
        for (is_candidate, distances) in [(false, &probe.distances), (true, &probe.distances_in_candidate)] {
            for &(branch, distance) in distances {
                let aim = Aim { consulted, is_candidate, branch };
                if distance == 0.0 {
                    self.give_up(aim);
                } else if !self.done.contains(&aim) {
                    let nearest = self.nearest.entry(aim).or_insert_with(|| NearInputs::new(distance));
                    nearest.see(distance, &drawn.values, sampler);
                }
            }
        }
    }

    /// The one that something is nearest to.
    pub(super) fn next(&self) -> Option<Aim> {
        let next = self.nearest.iter().min_by(|a, b| a.1.distance.total_cmp(&b.1.distance));
        next.map(|(&aim, _)| aim)
    }

    /// What is nearest to it, unless something has hit it.
    pub(super) fn near(&self, aim: Aim) -> Option<&NearInputs> {
        self.nearest.get(&aim)
    }

    pub(super) fn give_up(&mut self, aim: Aim) {
        self.nearest.remove(&aim);
        self.done.insert(aim);
    }
}

impl Sampler {
    /// The values with this in some places, unless they are known.
    fn with(&mut self, values: &[Value], places: &[&[usize]], value: &Value) -> Option<Drawn> {
        let mut other = values.to_vec();
        for path in places {
            *part_mut(&mut other, path)? = value.clone();
        }
        self.unless_known(other)
    }

    /// Numbers moved by powers of two, one list grown, and other changes.
    pub(super) fn steps(&mut self, values: &[Value], steps: &Steps) -> Vec<Drawn> {
        let mut found = Vec::new();
        let all: Vec<(Path, &Value)> = paths(values).into_iter().zip(parts(values)).collect();
        let numbers = all.iter().filter(|(_, part)| matches!(part, Value::Int(_) | Value::Float(_)));
        for (path, part) in numbers.take(steps.n_parts) {
            // Equal numbers are often one to the program.
            let equal: Vec<&[usize]> =
                all.iter().filter(|(_, other)| other == part).map(|(path, _)| &path[..]).collect();
            for &exponent in steps.strides {
                for delta in [1_i128 << exponent, -(1_i128 << exponent)] {
                    let moved = match part {
                        Value::Int(number) => Value::Int(number.saturating_add(delta)),
                        Value::Float(number) => Value::Float(number + delta as f64),
                        _ => continue,
                    };
                    found.extend(self.with(values, &[path], &moved));
                    if equal.len() > 1 && equal[0] == path {
                        found.extend(self.with(values, &equal, &moved));
                    }
                }
            }
        }
        // A length is moved as a number is, by adding copies of the last item.
        let growing = all.iter().filter(|(_, part)| matches!(part, Value::List(_) | Value::Tuple(_)));
        for (path, _) in growing.take(steps.n_parts) {
            for n_more in GROWTH {
                let mut other = values.to_vec();
                if let Some(Value::List(items) | Value::Tuple(items)) = part_mut(&mut other, path) {
                    let last = items.last().cloned().unwrap_or(Value::Int(0));
                    items.extend(std::iter::repeat_n(last, n_more));
                }
                found.extend(self.unless_known(other));
            }
        }
        found.extend(self.around(values, steps.n_around));
        found
    }
}
