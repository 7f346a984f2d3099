//! The search against brute force, on programs that are only questions about what is deleted.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Duration;

use super::moves::Moves;
use super::search::search_again;
use super::*;
use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::deletions::{Candidate, DeletionId, Deletions};
use crate::error::Result;
use crate::language::Language;
use crate::oracle::{Drawn, Flaw, InputProbe, Judgement, Observation, Oracle, Sequence, Verdict, Witness};
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
    n_judged: Rc<Cell<usize>>,
    /// What judging a candidate takes at least.
    pause: Duration,
}

impl Fake {
    pub(super) fn new(text: &str, n_inputs: usize, behaviour: Behaviour) -> Fake {
        let program = Tree::parse(Language::Erlang, &[SourceFile::new("p.erl", text)]);
        let deletions = crate::languages::deletions(&program).expect("the language has a table");
        Fake {
            program,
            deletions,
            behaviour,
            n_inputs,
            scopes: Vec::new(),
            is_fickle: true,
            n_judged: Rc::default(),
            pause: Duration::ZERO,
        }
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

    fn sequences(&mut self, _: &[Input], _: bool) -> Result<Vec<Sequence>> {
        Ok(Vec::new())
    }

    fn observed(&self) -> Vec<NodeId> {
        Vec::new()
    }

    fn judge(&mut self, candidates: &[Candidate], _: bool) -> Result<Vec<Judgement>> {
        let judge = |candidate| {
            self.n_judged.set(self.n_judged.get() + 1);
            std::thread::sleep(self.pause);
            self.judge_one(candidate, if self.is_fickle { self.n_judged.get() * 7 } else { 0 })
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

/// Blocks as `blocks` describes them: no inference, no batches, no guesses.
struct ReferenceBlocks<'f> {
    fake: &'f Fake,
    statements: Vec<DeletionId>,
    slice: Candidate,
    /// Of functions that cannot go, where that shows.
    callers: BTreeMap<NodeId, NodeId>,
}

impl ReferenceBlocks<'_> {
    fn new(fake: &Fake) -> ReferenceBlocks<'_> {
        let moves = Moves::new(&fake.program, &fake.deletions, DeletionUnit::Expression);
        let statements = moves.statements().iter().map(|&(_, deletion)| deletion).collect();
        ReferenceBlocks { fake, statements, slice: Candidate::default(), callers: BTreeMap::new() }
    }

    fn run(mut self) -> Candidate {
        self.sweep();
        let roots = self.inside(None);
        self.reduce(roots.iter().rev().copied().collect());
        let mut order: Vec<(usize, DeletionId)> = roots.iter().map(|&id| (self.distance(id), id)).collect();
        order.sort_unstable();
        for (_, root) in order {
            let before = self.slice.clone();
            self.visit(root);
            if self.slice != before {
                self.sweep();
            }
        }
        self.slice
    }

    fn node(&self, id: DeletionId) -> NodeId {
        self.fake.deletions.get(id).node
    }

    /// Statements directly inside of another.
    fn inside(&self, around: Option<DeletionId>) -> Vec<DeletionId> {
        let holds = |outer: DeletionId, inner: DeletionId| {
            outer != inner && self.fake.program.subtree(self.node(outer)).contains(&self.node(inner))
        };
        let innermost = |id: DeletionId| self.statements.iter().rfind(|&&outer| holds(outer, id)).copied();
        self.statements.iter().copied().filter(|&id| innermost(id) == around).collect()
    }

    fn with(&self, ids: &[DeletionId]) -> Candidate {
        let all = self.slice.ids().iter().chain(ids).copied().collect();
        self.fake.deletions.normalised(&self.fake.program, &all)
    }

    fn visit(&mut self, id: DeletionId) {
        if self.with(&[id]) == self.slice {
            return;
        }
        let inside = self.inside(Some(id));
        self.reduce(inside.iter().rev().copied().collect());
        inside.iter().rev().for_each(|&inner| self.visit(inner));
    }

    fn sweep(&mut self) {
        let asked = self.fake.judge_one(&self.slice, 0).consulted;
        let mut free: Vec<DeletionId> = Vec::new();
        for &id in &self.statements {
            let subtree = self.fake.program.subtree(self.node(id));
            let is_inside = free
                .iter()
                .any(|&outer| self.fake.program.subtree(self.node(outer)).contains(&subtree.start));
            if !is_inside && self.with(&[id]) != self.slice && !asked.intersects_range(subtree) {
                free.push(id);
            }
        }
        self.reduce(free.into_iter().rev().collect());
    }

    fn reduce(&mut self, mut members: Vec<DeletionId>) {
        members.retain(|&id| self.with(&[id]) != self.slice);
        let candidate = self.with(&members);
        if members.is_empty() || self.fake.passes(&candidate) {
            self.slice = candidate;
        } else if let [id] = members[..] {
            self.note(id, &candidate);
        } else {
            let second = members.split_off(members.len() / 2);
            self.reduce(members);
            self.reduce(second);
        }
    }

    fn note(&mut self, id: DeletionId, candidate: &Candidate) {
        let program = &self.fake.program;
        let is_whole = groups_are_left(program, &self.fake.deletions, candidate);
        if let (true, Some(flaw)) = (is_whole, self.fake.flaw(&self.fake.deletions.kept(program, candidate)))
        {
            let place = program.ancestors(flaw.node).last().unwrap_or(flaw.node);
            if program.parent(self.node(id)).is_none() && place != self.node(id) {
                self.callers.insert(self.node(id), place);
            }
        }
    }

    fn distance(&self, id: DeletionId) -> usize {
        let mut seen = Vec::new();
        let mut node = self.node(id);
        while let Some(&caller) = self.callers.get(&node) {
            if seen.contains(&caller) {
                break;
            }
            seen.push(caller);
            node = caller;
        }
        seen.len()
    }
}

/// Algorithm 1 as it is written, after blocks: no inference, no batches, no guesses.
fn reference(fake: &Fake, max_nodes: usize) -> Candidate {
    let mut slice = ReferenceBlocks::new(fake).run();
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

/// Whether nothing is left to try up to a depth. How deep a search must go until nothing is left at all depends on the
/// reasons it knows.
fn proves(found: &Found, depth: usize) -> bool {
    found.end == SearchEnd::Exhausted || found.end == SearchEnd::MaxNodes && found.depth == depth
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

/// What all calls of a function say in one place goes together, though fewer of these fail.
#[test]
fn arguments_at_one_place_of_all_calls_go_together() {
    let text = "f(X) -> g(X, 1), g(2, 5), h(6, 4), g(3, 4), X.";
    let mut fake = Fake::new(text, 1, always(true));
    let linked: Vec<NodeId> = ["1", "5"].iter().map(|text| fake.node(text)).collect();
    let last = fake.program.ids().rfind(|&node| fake.program.text(node) == "4");
    let linked: Vec<NodeId> = linked.into_iter().chain(last).collect();
    let mut others: Vec<NodeId> = fake.deletions.all().iter().map(|deletion| deletion.node).collect();
    others.retain(|node| !linked.contains(node));
    let asked = linked.clone();
    fake.behaviour = Box::new(move |_, ask| {
        let n_gone = asked.iter().filter(|&&node| ask(node).is_some()).count();
        others.iter().all(|&node| ask(node).is_none()) && (n_gone == 0 || n_gone == asked.len())
    });
    for (max_nodes, n_gone) in [(1, 0), (2, linked.len())] {
        let options = SearchOptions { max_nodes: Some(max_nodes), ..SearchOptions::default() };
        let found = run(&mut fake, &options);
        let gone = linked.iter().filter(|&&node| !found.kept.contains(node)).count();
        assert_eq!((gone, found.end, found.depth), (n_gone, SearchEnd::MaxNodes, max_nodes), "{found:?}");
    }
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
            assert!(proves(&hinted, 3), "seed {seed}");
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

/// Functions of ten statements each, all of which a run asks for, and of which the value needs one.
fn crowd(n_functions: usize) -> Fake {
    let calls = |idx: usize| (0..10).map(|call| format!("    a{call}({idx}),\n")).collect::<String>();
    let text: String = (0..n_functions).map(|idx| format!("f{idx}(X) ->\n{}    X.\n", calls(idx))).collect();
    let mut fake = Fake::new(&text, 2, always(true));
    let criterion = fake.program.ids().find(|&node| fake.program.text(node) == "a3(7)").expect("is there");
    let all: Vec<NodeId> = fake.program.ids().collect();
    let above: Vec<NodeId> = fake.program.ancestors(criterion).chain([criterion]).collect();
    fake.behaviour = Box::new(move |_, ask| {
        all.iter().fold(true, |passes, node| passes & (ask(*node).is_none() || !above.contains(node)))
    });
    fake
}

#[test]
fn what_nobody_needs_goes_in_few_steps() {
    let judged = |n_functions| {
        let mut fake = crowd(n_functions);
        let n_nodes = fake.program.n_counted();
        let found = run(&mut fake, &SearchOptions::default());
        assert_eq!(found.end, SearchEnd::Exhausted);
        assert!(found.kept.len() <= 8, "{:?}", found.kept);
        (n_nodes, fake.n_judged.get())
    };
    let (few, many) = (judged(10), judged(80));
    assert!(many.0 > 7 * few.0 && many.0 > 2_500, "{} nodes", many.0);
    assert!(many.1 < 120 && many.1 < 2 * few.1, "{} and {} candidates", few.1, many.1);
}

#[test]
fn what_was_learnt_spares_candidates_and_changes_nothing() {
    let (mut n_again, mut n_anew, mut n_refuted) = (0, 0, 0);
    for (seed, mut fake) in chances(300) {
        fake.is_fickle = mix(seed, 3) < u64::MAX / 2;
        let options = SearchOptions { max_nodes: Some(1 + seed as usize % 3), ..SearchOptions::default() };
        let first = run(&mut fake, &options);
        fake.n_inputs += 1 + seed as usize % 2;
        n_refuted += usize::from(!fake.passes(&first.candidate));
        let before = fake.n_judged.get();
        let anew = run(&mut fake, &options);
        let judged = fake.n_judged.get();
        let again =
            search_again(&mut fake, &first.learnt, &options, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(again.candidate, anew.candidate, "seed {seed}");
        assert!(proves(&again, 1 + seed as usize % 3), "seed {seed}");
        n_again += fake.n_judged.get() - judged;
        n_anew += judged - before;
    }
    assert!(n_refuted > 50, "only {n_refuted} slices were refuted");
    assert!(n_again * 10 < n_anew * 9, "{n_again} candidates, {n_anew} without what was learnt");
}

#[test]
fn what_was_learnt_of_another_unit_is_not_used() {
    let mut fake = pair();
    let lines =
        run(&mut fake, &SearchOptions { granularity: DeletionUnit::Line, ..SearchOptions::default() });
    let options = SearchOptions { max_nodes: Some(2), ..SearchOptions::default() };
    let again = search_again(&mut fake, &lines.learnt, &options, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(again.candidate, run(&mut fake, &options).candidate);
}

#[test]
fn a_search_ends_soon_after_whoever_watches_says_so() {
    for n_looks in [1, 2, 3, 5, 8, 13] {
        let mut fake = crowd(12);
        // Nothing can go, so that sets of two and three are tried: batches as long as there are.
        fake.behaviour = Box::new(|_, ask| (0..160).fold(true, |passes, node| passes & ask(node).is_none()));
        fake.pause = Duration::from_millis(2);
        let judged = fake.n_judged.clone();
        let (mut looks, mut before, mut most, mut at_end) = (0, 0, 0, 0);
        let mut watch = |_: &SearchProgress| {
            looks += 1;
            most = most.max(judged.get() - before);
            before = judged.get();
            at_end = before;
            if looks > n_looks { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let found = search(&mut fake, &SearchOptions::default(), &mut watch).unwrap();
        assert_eq!(found.end, SearchEnd::Stopped);
        assert_eq!(judged.get(), at_end, "candidates are judged after the last look");
        assert!(most <= 64, "{most} candidates between two looks");
        assert!(fake.passes(&found.candidate));
    }
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
