//! The search against brute force, on programs that are only questions about what is deleted.

use std::ops::ControlFlow;

use super::*;
use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::deletions::{Candidate, DeletionId, Deletions};
use crate::error::Result;
use crate::language::Language;
use crate::oracle::{Drawn, Flaw, InputProbe, Judgement, Observation, Oracle, Verdict, Witness};
use crate::random::Random;
use crate::suite::Input;

/// Which deletion of a node a candidate holds.
pub(super) type Ask<'a> = dyn FnMut(NodeId) -> Option<DeletionId> + 'a;

/// Whether a run on an input shows all values.
pub(super) type Behaviour = Box<dyn Fn(usize, &mut Ask<'_>) -> bool>;

/// Asks for nothing.
pub(super) fn always(passes: bool) -> Behaviour {
    Box::new(move |_, _| passes)
}

/// An oracle whose program is a behaviour; uses without their binder do not compile.
pub(super) struct Fake {
    pub(super) program: Tree,
    pub(super) deletions: Deletions,
    pub(super) behaviour: Behaviour,
    n_inputs: usize,
    /// Binder and use.
    scopes: Vec<(NodeId, NodeId)>,
    /// Whether another of several failing inputs explains a failure each time.
    is_fickle: bool,
    n_judged: usize,
}

impl Fake {
    pub(super) fn new(text: &str, n_inputs: usize, behaviour: Behaviour) -> Fake {
        let program = Tree::parse(Language::Erlang, &[SourceFile::new("p.erl", text)]);
        let deletions = crate::languages::deletions(&program).expect("the language has a table");
        Fake { program, deletions, behaviour, n_inputs, scopes: Vec::new(), is_fickle: true, n_judged: 0 }
    }

    /// The last node with this text.
    pub(super) fn node(&self, text: &str) -> NodeId {
        self.program.ids().rfind(|&node| self.program.text(node) == text).expect("is in the program")
    }

    fn flaw(&self, kept: &NodeSet) -> Option<Flaw> {
        let (_, user) =
            self.scopes.iter().find(|(binder, user)| !kept.contains(*binder) && kept.contains(*user))?;
        let repairs = self.program.ancestors(*user).chain([*user]).collect();
        Some(Flaw { node: *user, why: "unbound".to_owned(), repairs })
    }

    fn judge_one(&self, candidate: &Candidate, first_input: usize) -> Judgement {
        let normalised = self.deletions.normalised(&self.program, candidate);
        assert_eq!(&normalised, candidate, "the search asks for normalised candidates");
        let kept = self.deletions.kept(&self.program, candidate);
        assert!(groups_are_left(&self.program, &self.deletions, candidate), "no valid syntax");
        if let Some(flaw) = self.flaw(&kept) {
            return Judgement { verdict: Verdict::Invalid(flaw), consulted: NodeSet::new(), ticks: 0 };
        }
        let mut all = NodeSet::new();
        for idx in 0..self.n_inputs {
            let input_idx = (first_input + idx) % self.n_inputs;
            let mut consulted = NodeSet::new();
            let mut ask = |node| {
                consulted.insert(node);
                candidate.ids().iter().copied().find(|&id| self.deletions.get(id).node == node)
            };
            let passes = (self.behaviour)(input_idx, &mut ask);
            if !passes {
                let verdict = Verdict::Different(Witness { input_idx, position: 0 });
                return Judgement { verdict, consulted, ticks: 1 };
            }
            all = all.union(&consulted);
        }
        Judgement { verdict: Verdict::Same, consulted: all, ticks: 1 }
    }

    fn passes(&self, candidate: &Candidate) -> bool {
        groups_are_left(&self.program, &self.deletions, candidate) && self.judge_one(candidate, 0).is_same()
    }
}

impl Oracle for Fake {
    fn program(&self) -> &Tree {
        &self.program
    }

    fn deletions(&self) -> &Deletions {
        &self.deletions
    }

    fn runtime(&self) -> &str {
        "fake"
    }

    fn n_inputs(&self) -> usize {
        self.n_inputs
    }

    fn add_inputs(&mut self, _: &[Input]) -> Result<Vec<Observation>> {
        Ok(Vec::new())
    }

    fn forget_inputs(&mut self) -> Result<()> {
        Ok(())
    }

    fn probe(&mut self, _: &Candidate, _: &[Drawn], _: &NodeSet, _: bool) -> Result<Vec<InputProbe>> {
        Ok(Vec::new())
    }

    fn judge(&mut self, candidates: &[Candidate], _: bool) -> Result<Vec<Judgement>> {
        let judge = |candidate| {
            self.n_judged += 1;
            self.judge_one(candidate, if self.is_fickle { self.n_judged * 7 } else { 0 })
        };
        Ok(candidates.iter().map(judge).collect())
    }

    fn confirm(&mut self, candidates: &[Candidate]) -> Result<Vec<Judgement>> {
        self.judge(candidates, false)
    }
}

fn groups_are_left(program: &Tree, deletions: &Deletions, candidate: &Candidate) -> bool {
    let mut gone = NodeSet::new();
    candidate.ids().iter().for_each(|&id| gone.extend(deletions.gone(program, id)));
    let is_left = |node: &NodeId| !gone.contains(*node);
    let has_member = |members: &[NodeId]| members.iter().any(is_left);
    deletions.groups().iter().all(|group| !is_left(&group.parent) || has_member(&group.members))
}

/// All sets of up to `size` further deletions of a slice, in which each has an effect of its own.
fn all_sets(fake: &Fake, slice: &Candidate, size: usize) -> Vec<(Vec<DeletionId>, Candidate)> {
    let n_deletions = fake.deletions.all().len() as DeletionId;
    let join = |picked: &[DeletionId]| -> Candidate {
        let ids = slice.ids().iter().chain(picked).copied().collect();
        fake.deletions.normalised(&fake.program, &ids)
    };
    let mut found: Vec<(Vec<DeletionId>, Candidate)> = vec![(Vec::new(), slice.clone())];
    let mut from = 0;
    for _ in 0..size {
        let to = found.len();
        for idx in from..to {
            let first = found[idx].0.last().map_or(0, |last| last + 1);
            for id in first..n_deletions {
                let mut picked = found[idx].0.clone();
                picked.push(id);
                let joined = join(&picked);
                if picked.iter().all(|id| joined.ids().contains(id) && !slice.ids().contains(id)) {
                    found.push((picked, joined));
                }
            }
        }
        from = to;
    }
    found
}

/// Algorithm 1 as it is written: no inference, no batches, no guesses.
fn reference(fake: &Fake, max_nodes: usize) -> Candidate {
    let mut slice = Candidate::default();
    'again: loop {
        let mut changed = true;
        while changed {
            changed = false;
            for id in 0..fake.deletions.all().len() as DeletionId {
                let ids = slice.ids().iter().copied().chain([id]).collect();
                let candidate = fake.deletions.normalised(&fake.program, &ids);
                if candidate != slice && fake.passes(&candidate) {
                    slice = candidate;
                    changed = true;
                }
            }
        }
        let sets = all_sets(fake, &slice, max_nodes);
        for size in 1..=max_nodes {
            let n_left = |candidate: &Candidate| fake.deletions.kept(&fake.program, candidate).len();
            let best = sets
                .iter()
                .filter(|(picked, candidate)| picked.len() == size && fake.passes(candidate))
                .min_by_key(|(picked, candidate)| (n_left(candidate), picked.clone()));
            if let Some((_, candidate)) = best {
                slice = candidate.clone();
                continue 'again;
            }
        }
        return slice;
    }
}

fn run(fake: &mut Fake, options: &SearchOptions) -> Found {
    search(fake, options, &mut |_| ControlFlow::Continue(())).expect("the fake oracle never fails")
}

fn mix(state: u64, more: u64) -> u64 {
    Random::new(state ^ Random::new(more).number()).number()
}

/// Asks for nodes as chance, and the answers so far, will have it; with nothing deleted it passes.
fn chance(nodes: Vec<NodeId>, seed: u64, n_asked: usize, percent: u64) -> Behaviour {
    Box::new(move |input_idx, ask| {
        let mut state = mix(seed, input_idx as u64);
        let mut left = nodes.clone();
        let mut is_original = true;
        for _ in 0..n_asked.min(nodes.len()) {
            let node = left.swap_remove(state as usize % left.len());
            let answer = ask(node);
            is_original &= answer.is_none();
            state = mix(mix(state, u64::from(node)), answer.map_or(0, |id| u64::from(id) + 1));
        }
        is_original || state % 100 >= percent
    })
}

const PROGRAMS: [&str; 4] = [
    "f(X) -> a, g(X, 1), [b, c], X.",
    "f(X) -> A = g(X), case A of 1 -> b; 2 -> c end, A.",
    "f(1) -> {a, b}; f(X) -> h(X). h([Y | Z]) when Y -> {Y, Z}.",
    "f(X) -> [P || P <- X, g(P)], if X -> 1; true -> [X, 2 | X] end.",
];

fn chances(n: u64) -> impl Iterator<Item = (u64, Fake)> {
    (0..n).map(|seed| {
        let text = PROGRAMS[seed as usize % PROGRAMS.len()];
        let n_inputs = 1 + (seed as usize / 4) % 3;
        let mut fake = Fake::new(text, n_inputs, always(true));
        let mut nodes: Vec<NodeId> = fake.deletions.all().iter().map(|deletion| deletion.node).collect();
        nodes.dedup();
        let n_asked = 4 + (seed as usize / 12) % 9;
        let pick = |salt: u64| nodes[mix(seed, salt) as usize % nodes.len()];
        fake.scopes = (0..seed % 3).map(|idx| (pick(2 * idx), pick(2 * idx + 1))).collect();
        fake.behaviour = chance(nodes, seed, n_asked, 60 + mix(seed, 1) % 35);
        (seed, fake)
    })
}

#[test]
fn what_is_found_is_what_trying_every_set_finds() {
    let mut n_sets = 0;
    for (seed, mut fake) in chances(400) {
        let max_nodes = 1 + seed as usize / 4 % 4;
        let expected = reference(&fake, max_nodes);
        let found = run(&mut fake, &SearchOptions { max_nodes: Some(max_nodes), ..SearchOptions::default() });
        assert_eq!(found.candidate, expected, "seed {seed}");
        assert!(
            found.end == SearchEnd::Exhausted
                || (found.end == SearchEnd::MaxNodes && found.depth == max_nodes)
        );
        n_sets += usize::from(max_nodes > 1 && expected != reference(&fake, 1));
    }
    assert!(n_sets > 20, "only {n_sets} results needed sets");
}

#[test]
fn nothing_more_can_go_when_that_is_claimed() {
    let mut n_exhausted = 0;
    for (seed, mut fake) in chances(120) {
        let found = run(&mut fake, &SearchOptions::default());
        let sets = all_sets(&fake, &found.candidate, fake.deletions.all().len());
        let passing: Vec<_> = sets.iter().skip(1).filter(|(_, candidate)| fake.passes(candidate)).collect();
        assert_eq!(found.end, SearchEnd::Exhausted, "seed {seed}");
        assert!(passing.is_empty(), "seed {seed}: {:?} and {passing:?}", found.candidate);
        assert!(fake.passes(&found.candidate));
        n_exhausted += usize::from(!sets.is_empty() && found.depth > 1);
    }
    assert!(n_exhausted > 20, "only {n_exhausted} proofs needed sets");
}

#[test]
fn the_result_depends_neither_on_the_hint_nor_on_explanations() {
    for (seed, mut fake) in chances(200) {
        fake.is_fickle = mix(seed, 2) < u64::MAX / 2;
        let options = SearchOptions { max_nodes: Some(3), ..SearchOptions::default() };
        let found = run(&mut fake, &options);
        let hints = [found.kept.clone(), NodeSet::new(), fake.program.counted(), {
            let half = fake.program.ids().filter(|&node| mix(seed, u64::from(node)) < u64::MAX / 2);
            half.collect()
        }];
        for hint in hints {
            let hinted = run(&mut fake, &SearchOptions { hint: Some(hint), ..options.clone() });
            assert_eq!(hinted.candidate, found.candidate, "seed {seed}");
            if !fake.is_fickle {
                let proved = |found: &Found| (found.depth, found.end, found.n_candidates, found.n_inferred);
                assert_eq!(proved(&hinted), proved(&found), "seed {seed}");
            }
        }
    }
}

#[test]
fn what_a_budget_cuts_short_is_a_slice_and_claims_only_what_was_tried() {
    let mut n_cut = 0;
    for (seed, mut fake) in chances(60) {
        for max_candidates in [0, 1, 3, 10, 30, 100] {
            let options = SearchOptions { max_candidates: Some(max_candidates), ..SearchOptions::default() };
            let found = run(&mut fake, &options);
            assert!(found.n_candidates <= max_candidates, "seed {seed}");
            assert!(fake.passes(&found.candidate), "seed {seed}");
            let sets = all_sets(&fake, &found.candidate, found.depth);
            assert!(!sets.iter().skip(1).any(|(_, candidate)| fake.passes(candidate)), "seed {seed}");
            n_cut += usize::from(found.end == SearchEnd::Budget);
        }
    }
    assert!(n_cut > 50, "only {n_cut} budgets were too small");
}

/// Two statements far from each other that only go together, as `x++` and `x--`.
fn pair() -> Fake {
    let mut fake = Fake::new("f(X) -> inc(X), a(X), b(X), dec(X), X.", 1, always(true));
    let (up, down) = (fake.node("inc(X)"), fake.node("dec(X)"));
    let (f, clause) = (0, 1);
    let rest: Vec<NodeId> = fake.program.ids().filter(|&node| node > clause).collect();
    fake.behaviour = Box::new(move |_, ask| {
        let top_left = ask(f).is_none() && ask(clause).is_none();
        // Asked in the order of a run: what is inside only when what is around it is there.
        let balance = ask(up).is_none() == ask(down).is_none();
        let others =
            rest.iter().filter(|&&node| !(up..=up + 2).contains(&node) && !(down..=down + 2).contains(&node));
        top_left && balance && others.fold(true, |all, &node| all & ask(node).is_none())
    });
    fake
}

#[test]
fn statements_that_only_go_together_go_together() {
    let mut fake = pair();
    let singles = run(&mut fake, &SearchOptions { max_nodes: Some(1), ..SearchOptions::default() });
    let pairs = run(&mut fake, &SearchOptions { max_nodes: Some(2), ..SearchOptions::default() });
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = |found: &Found| words(&fake.deletions.text(&fake.program, &found.candidate)[0].text);
    assert_eq!(text(&singles), "f(X) -> inc(undef), a(X), b(X), dec(undef), X.");
    assert_eq!(text(&pairs), "f(X) -> a(X), b(X), X.");
    assert_eq!(pairs.stages.iter().map(|stage| stage.depth).collect::<Vec<_>>(), [1, 2]);
    assert!(pairs.stages[0].n_kept > pairs.stages[1].n_kept);
}

#[test]
fn whoever_watches_can_stop_the_search() {
    let mut fake = pair();
    let found = search(&mut fake, &SearchOptions::default(), &mut |_| ControlFlow::Break(())).unwrap();
    assert_eq!((found.end, found.depth), (SearchEnd::Stopped, 0));
    assert!(fake.passes(&found.candidate));
}

#[test]
fn statements_and_lines_leave_expressions_alone() {
    for granularity in [DeletionUnit::Statement, DeletionUnit::Line] {
        let text = "f(X) ->\n    a(X),\n    {X, 1},\n    X.\n";
        let mut fake = Fake::new(text, 1, always(true));
        let criterion = fake.node("X");
        let above: Vec<NodeId> = fake.program.ancestors(criterion).collect();
        fake.behaviour =
            Box::new(move |_, ask| above.iter().rev().chain([&criterion]).all(|&node| ask(node).is_none()));
        let found = run(&mut fake, &SearchOptions { granularity, ..SearchOptions::default() });
        let text = fake.deletions.text(&fake.program, &found.candidate)[0].text.clone();
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["f(X)", "->", "X."], "{granularity:?}");
        assert_eq!(found.end, SearchEnd::Exhausted);
    }
}
