//! Search for inputs that take a branch nothing has taken yet.
//!
//! Alternating variables with accelerating steps (B. Korel, "Automated Software Test Data Generation", TSE 1990):
//! one number of the input is moved while the branch's distance falls, with steps that double. Where numbers
//! do not help, parts are replaced by terms of their shape, and lists grow and shrink.

use std::collections::BTreeMap;

use crate::ast::{NodeId, NodeSet};

use crate::random::Random;

use super::draw::Maker;
use super::shape::Slot;
use super::term::Term;
use super::trace::{Program, Trace};

/// Runs spent on one branch before it is given up.
const MAX_RUNS: usize = 1_200;

/// What is searched.
pub(super) struct Directed<'p, 't> {
    pub(super) program: &'p Program<'t>,
    pub(super) entry: &'p str,
    pub(super) maker: Maker<'p>,
    /// Slots of the parameters.
    pub(super) params: &'p [Slot],
    pub(super) random: Random,
    /// Branches not taken yet.
    targets: NodeSet,
    /// The nearest arguments so far, with their distance.
    nearest: BTreeMap<NodeId, (f64, Vec<Term>)>,
    found: Vec<Vec<Term>>,
}

/// Where a part of the arguments is: index of the argument, then of parts.
type Path = Vec<usize>;

impl<'p, 't> Directed<'p, 't> {
    pub(super) fn new(
        program: &'p Program<'t>,
        entry: &'p str,
        maker: Maker<'p>,
        params: &'p [Slot],
        random: Random,
    ) -> Directed<'p, 't> {
        Directed {
            program,
            entry,
            maker,
            params,
            random,
            targets: NodeSet::new(),
            nearest: BTreeMap::new(),
            found: Vec::new(),
        }
    }

    /// Arguments that take some of these branches, as far as the tracer knows; starts from `seeds`.
    pub(super) fn search(mut self, targets: &NodeSet, seeds: &[Vec<Term>]) -> Vec<Vec<Term>> {
        self.targets = targets.clone();
        for seed in seeds {
            self.run(seed);
        }
        let mut given_up = NodeSet::new();
        loop {
            let open = self
                .nearest
                .iter()
                .filter(|(target, _)| self.targets.contains(**target) && !given_up.contains(**target));
            let next = open.min_by(|a, b| a.1.0.total_cmp(&b.1.0)).map(|(&target, _)| target);
            let Some(target) = next else { break };
            self.climb(target);
            given_up.insert(target);
        }
        self.found
    }

    /// Distance of a target on these arguments; every other target profits from the run, too.
    fn run(&mut self, args: &[Term]) -> Trace {
        let trace = self.program.trace(self.entry, args, &self.targets);
        let hit: Vec<NodeId> = self.targets.intersection(&trace.reached).iter().collect();
        if !hit.is_empty() {
            self.found.push(args.to_vec());
        }
        for target in hit {
            self.targets.remove(target);
        }
        for (&target, &distance) in &trace.distances {
            let is_nearer = self.nearest.get(&target).is_none_or(|(known, _)| distance < *known);
            if is_nearer && self.targets.contains(target) {
                self.nearest.insert(target, (distance, args.to_vec()));
            }
        }
        trace
    }

    fn climb(&mut self, target: NodeId) {
        let Some((mut best, mut args)) = self.nearest.get(&target).cloned() else { return };
        let mut n_runs = 0;
        while self.targets.contains(target) && n_runs < MAX_RUNS {
            let before = best;
            for path in number_paths(&args) {
                n_runs += self.alternate(target, &path, &mut args, &mut best);
            }
            if best < before {
                continue;
            }
            // A plateau for numbers: change the structure, and go sideways, too.
            for _ in 0..50 {
                let other = self.mutated(&args);
                n_runs += 1;
                let distance = self.distance(target, &other);
                if distance <= best {
                    args = other;
                }
                if distance < best {
                    best = distance;
                    break;
                }
            }
        }
    }

    fn distance(&mut self, target: NodeId, args: &[Term]) -> f64 {
        let trace = self.run(args);
        if !self.targets.contains(target) {
            return 0.0;
        }
        trace.distances.get(&target).copied().unwrap_or(f64::INFINITY)
    }

    /// Moves one number while that helps; the number of runs it took.
    fn alternate(&mut self, target: NodeId, path: &Path, args: &mut Vec<Term>, best: &mut f64) -> usize {
        let mut n_runs = 0;
        let mut step: i128 = 0;
        while n_runs < 300 && self.targets.contains(target) {
            let steps = if step == 0 { vec![1, -1] } else { vec![step.saturating_mul(2)] };
            let mut is_better = false;
            for delta in steps {
                let mut other = args.clone();
                match at(&mut other, path) {
                    Some(Term::Int(value)) => *value = value.saturating_add(delta),
                    Some(Term::Float(value)) => *value += delta as f64,
                    _ => return n_runs,
                }
                n_runs += 1;
                let distance = self.distance(target, &other);
                if distance < *best {
                    (*best, *args, step, is_better) = (distance, other, delta, true);
                    break;
                }
            }
            if !is_better && step == 0 {
                break;
            }
            if !is_better {
                // Overshot: start again with the smallest step.
                step = 0;
            }
        }
        n_runs
    }

    /// The arguments with one part changed.
    fn mutated(&mut self, args: &[Term]) -> Vec<Term> {
        let mut args = args.to_vec();
        let paths = paths(&args);
        let Some(path) = self.random.choose(&paths).cloned() else { return args };
        let slot = self.slot(&args, &path);
        let fresh = match slot {
            Some(slot) => self.maker.draw(slot, &mut self.random, path.len() - 1),
            None => Term::Int(self.random.below(9) as i128),
        };
        let n = self.random.below(6);
        let Some(part) = at(&mut args, &path) else { return args };
        match part {
            Term::List(items) if n < 4 => {
                let place = self.random.below(items.len() + 1);
                let element = slot.and_then(|slot| self.maker.shapes.shape(slot).element);
                match (n, items.is_empty()) {
                    (0, false) => drop(items.remove(place.min(items.len() - 1))),
                    (1, false) => {
                        let copy = items[self.random.below(items.len())].clone();
                        items.insert(place, copy);
                    }
                    _ => {
                        let item = match element {
                            Some(slot) => self.maker.draw(slot, &mut self.random, path.len()),
                            None => Term::Int(self.random.below(9) as i128),
                        };
                        items.insert(place, item);
                    }
                }
            }
            part => *part = fresh,
        }
        args
    }

    /// The slot that a part belongs to, where the shapes know it.
    fn slot(&self, args: &[Term], path: &Path) -> Option<Slot> {
        let mut slot = *self.params.get(path[0])?;
        let mut term = args.get(path[0])?;
        for &idx in &path[1..] {
            let shape = self.maker.shapes.shape(slot);
            (slot, term) = match term {
                Term::List(items) => (shape.element?, items.get(idx)?),
                Term::Tuple(parts) => {
                    let tag = match parts.first() {
                        Some(Term::Atom(tag)) => Some(tag.clone()),
                        _ => None,
                    };
                    let tagged = shape.tuples.get(&(parts.len(), tag));
                    let slots = tagged.or_else(|| shape.tuples.get(&(parts.len(), None)))?;
                    (*slots.get(idx)?, parts.get(idx)?)
                }
                _ => return None,
            };
        }
        Some(slot)
    }
}

fn at<'a>(args: &'a mut [Term], path: &[usize]) -> Option<&'a mut Term> {
    let (&first, rest) = path.split_first()?;
    let mut term = args.get_mut(first)?;
    for &idx in rest {
        term = match term {
            Term::List(parts) | Term::Tuple(parts) => parts.get_mut(idx)?,
            Term::Map(pairs) => &mut pairs.get_mut(idx)?.1,
            _ => return None,
        };
    }
    Some(term)
}

/// All parts, outer ones first.
fn paths(args: &[Term]) -> Vec<Path> {
    let mut found: Vec<Path> = Vec::new();
    let mut open: Vec<(Path, &Term)> =
        args.iter().enumerate().map(|(idx, arg)| (vec![idx], arg)).rev().collect();
    while let Some((path, term)) = open.pop() {
        let below = |idx: usize| path.iter().copied().chain([idx]).collect::<Path>();
        match term {
            Term::List(parts) | Term::Tuple(parts) => {
                open.extend(parts.iter().enumerate().map(|(idx, part)| (below(idx), part)).rev());
            }
            Term::Map(pairs) => {
                open.extend(pairs.iter().enumerate().map(|(idx, (_, value))| (below(idx), value)).rev());
            }
            _ => {}
        }
        found.push(path);
    }
    found
}

fn number_paths(args: &[Term]) -> Vec<Path> {
    let mut scratch = args.to_vec();
    let mut found = paths(args);
    found.retain(|path| at(&mut scratch, path).is_some_and(|term| term.number().is_some()));
    found
}

#[cfg(test)]
mod tests {
    use super::super::infer::infer;
    use super::super::reach::reachable;
    use super::*;
    use crate::ast::{SourceFile, Tree};
    use crate::language::Language;

    /// Whether all clauses of a program are reached from one dull input.
    fn check(text: &str, seed: &str) {
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)]);
        let inferred = infer(&tree, "main/1");
        let program = Program::new(&tree);
        let maker = Maker { shapes: &inferred.shapes, numbers: &[] };
        let all = reachable(&tree, "main/1");
        let targets: NodeSet = all.iter().filter(|&node| program.syntax.kind(node).is_clause()).collect();
        let directed = Directed::new(&program, "main/1", maker, &inferred.params, Random::new(1));
        let seeds = [vec![Term::parse(seed).expect("a term")]];
        let found = directed.search(&targets, &seeds);
        let mut reached = NodeSet::new();
        for args in found {
            reached = reached.union(&program.trace("main/1", &args, &NodeSet::new()).reached);
        }
        let missing = targets.difference(&reached);
        let places: Vec<usize> = missing.iter().map(|node| tree.line(node)).collect();
        assert!(missing.is_empty(), "lines {places:?} of {text}");
    }

    #[test]
    fn numbers_that_only_arithmetic_names_are_found() {
        check("main(X) -> case X of 123456789 -> a; _ -> b end.", "0");
        check("main(X) ->\n Y = X * 2 + 1,\n if Y =:= 4711 -> a;\n Y < -99887 -> b;\n true -> c end.", "0");
        check("main({X, Y}) when X + Y =:= 1000, X - Y > 40 -> a; main(_) -> b.", "{0,0}");
    }

    #[test]
    fn structure_is_found_where_numbers_do_not_help() {
        check("main([]) -> a; main([{x, [1, N]} | _]) when N > 900 -> b; main([_ | R]) -> main(R).", "[]");
        check(
            "main(L) -> case length(L) of 7 -> a; _ -> case lists:sum(L) of 99 -> b; _ -> c end end.",
            "[]",
        );
        check("main(L) when is_list(L) -> a; main(X) when is_atom(X) -> b; main(_) -> c.", "[]");
    }
}
