//! Programs as text: what is left when no node, or no two nodes, can go, judged by an oracle that sees only text.
//!
//! Blocks that are indented together are tried first; then, from the outside in, level by level of the tree, halves of a level,
//! quarters and so on (Misherghi and Su, "HDD: Hierarchical Delta Debugging", ICSE 2006; Zeller and Hildebrandt,
//! "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 2002); then blocks and single nodes until none goes, then
//! pairs, after each of which single nodes come again. Lines are nodes of a tree with one level.
//!
//! Candidates are judged several at a time, and the first that is a slice is taken: what is found does not depend on how
//! many are judged together.

use std::collections::BTreeMap;
use std::time::Instant;

use sha2::{Digest, Sha256};

use super::state::{SearchEnd, SearchProgress, SearchWatch, Stage};
use crate::ast::{NodeId, NodeSet, SourceFile};
use crate::error::Result;
use crate::oracle::{IsOver, TextOracle};

/// Text of a candidate, and the nodes that it really keeps; `None` when it cannot be a program.
pub type RenderText<'r> = &'r dyn Fn(&NodeSet) -> Option<(Vec<SourceFile>, NodeSet)>;

/// What may be deleted, and how far.
pub struct TextRequest<'r> {
    /// Nodes of the program.
    pub nodes: NodeSet,
    /// One list for each level, from the outside in: what may go, with all that goes with it, in the order of the program.
    pub levels: Vec<Vec<TextUnit>>,
    /// Sets of nodes that probably go together: blocks with what is around them.
    pub blocks: Vec<NodeSet>,
    /// Units deleted together, 1 or 2.
    pub max_nodes: usize,
    /// Candidates judged, at most; `None` for no limit.
    pub max_candidates: Option<u64>,
    /// Writes candidates.
    pub render: RenderText<'r>,
    /// Ends runs when the search is to end.
    pub is_over: IsOver<'r>,
}

/// What goes as one.
#[derive(Clone, Debug, PartialEq)]
pub struct TextUnit {
    /// The node itself.
    pub node: NodeId,
    /// It and all below it.
    pub nodes: NodeSet,
}

/// What is left of a program.
#[derive(Clone, Debug)]
pub struct TextFound {
    /// Nodes that are left.
    pub kept: NodeSet,
    /// Their text.
    pub files: Vec<SourceFile>,
    /// No set of up to so many units can go; 0 when the search was ended before that.
    pub depth: usize,
    /// Why the search ended.
    pub end: SearchEnd,
    /// One for each depth, ascending.
    pub stages: Vec<Stage>,
    /// Candidates that were judged.
    pub n_candidates: u64,
    /// Candidates judged ahead and not needed, not among the others.
    pub n_ahead: u64,
    /// Candidates with a text that was judged before.
    pub n_cached: u64,
    /// Candidates that could not be a program, and were not judged.
    pub n_unreadable: u64,
    /// Since the search began, seconds.
    pub wall_s: f64,
}

/// Deletes units as long as what is left is a slice.
///
/// # Errors
/// Those of the oracle.
pub fn delete_text(
    request: &TextRequest<'_>,
    oracle: &dyn TextOracle,
    watch: SearchWatch<'_>,
) -> Result<TextFound> {
    let (files, kept) =
        (request.render)(&request.nodes).unwrap_or_else(|| (Vec::new(), request.nodes.clone()));
    let found = TextFound {
        kept,
        files,
        depth: 0,
        end: SearchEnd::MaxNodes,
        stages: Vec::new(),
        n_candidates: 0,
        n_ahead: 0,
        n_cached: 0,
        n_unreadable: 0,
        wall_s: 0.0,
    };
    let mut search =
        TextSearch { request, oracle, watch, found, known: BTreeMap::new(), depth: 1, begun: Instant::now() };
    search.run()?;
    search.found.wall_s = search.begun.elapsed().as_secs_f64();
    Ok(search.found)
}

struct TextSearch<'s, 'w> {
    request: &'s TextRequest<'s>,
    oracle: &'s dyn TextOracle,
    watch: SearchWatch<'w>,
    found: TextFound,
    /// Verdicts by digest of the text.
    known: BTreeMap<[u8; 32], bool>,
    /// Units tried together at the moment.
    depth: usize,
    begun: Instant,
}

/// A candidate that waits for its verdict.
struct Waiting {
    /// Which of the sets that are tried.
    set_idx: usize,
    kept: NodeSet,
    files: Vec<SourceFile>,
    digest: [u8; 32],
}

impl TextSearch<'_, '_> {
    fn run(&mut self) -> Result<()> {
        // Whole blocks first: of what halves leave, one block's head might go with the end of another.
        self.try_all(&self.request.blocks)?;
        for level in &self.request.levels {
            let mut size = self.left(level).len() / 2;
            while size > 0 && !self.is_ended() {
                let left = self.left(level);
                // From the last: what uses a value stands behind what makes it.
                self.try_all(&left.rchunks(size).map(united).collect::<Vec<_>>())?;
                size = (size / 2).min(self.left(level).len() / 2);
            }
        }
        loop {
            self.depth = 1;
            let mut is_smaller = true;
            while is_smaller && !self.is_ended() {
                is_smaller = self.try_all(&self.request.blocks)?;
                let units = self.request.levels.iter().flatten();
                let singles: Vec<NodeSet> = units.map(|unit| unit.nodes.clone()).collect();
                is_smaller |= self.try_all(&singles)?;
            }
            if self.is_ended() {
                return Ok(());
            }
            self.reach(1);
            if self.request.max_nodes == 1 || !self.delete_pair()? {
                break;
            }
        }
        if self.request.max_nodes > 1 && !self.is_ended() {
            self.reach(2);
        }
        Ok(())
    }

    /// Nothing of this size can go.
    fn reach(&mut self, depth: usize) {
        self.found.depth = depth;
        if self.found.stages.len() >= depth {
            return;
        }
        self.found.stages.push(Stage {
            depth,
            n_kept: self.found.kept.len(),
            n_candidates: self.found.n_candidates,
            n_inferred: self.found.n_cached + self.found.n_unreadable,
            wall_s: self.begun.elapsed().as_secs_f64(),
        });
    }

    fn is_ended(&self) -> bool {
        self.found.end != SearchEnd::MaxNodes
    }

    /// The units of a level that are left.
    fn left(&self, level: &[TextUnit]) -> Vec<TextUnit> {
        level.iter().filter(|unit| self.found.kept.contains(unit.node)).cloned().collect()
    }

    /// Deletes a pair of units, when there is one that can go; the first in the order of the program.
    fn delete_pair(&mut self) -> Result<bool> {
        self.depth = 2;
        let levels = self.request.levels.iter().flatten();
        let mut units: Vec<&TextUnit> = levels.filter(|unit| self.found.kept.contains(unit.node)).collect();
        units.sort_by_key(|unit| unit.node);
        for (idx, one) in units.iter().enumerate() {
            let others = units[idx + 1..].iter().filter(|other| !one.nodes.contains(other.node));
            let pairs: Vec<NodeSet> = others.map(|other| one.nodes.union(&other.nodes)).collect();
            if self.first_slice(&pairs)?.is_some() {
                return Ok(true);
            }
            if self.is_ended() {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Deletes each set in turn, where what is left is a slice; whether any went.
    fn try_all(&mut self, sets: &[NodeSet]) -> Result<bool> {
        let mut at = 0;
        while let Some(place) = self.first_slice(&sets[at..])? {
            at += place + 1;
        }
        Ok(at > 0)
    }

    /// Deletes the first set without which the rest is a slice; its place.
    fn first_slice(&mut self, sets: &[NodeSet]) -> Result<Option<usize>> {
        let mut next = 0;
        while next < sets.len() {
            let mut batch = Vec::new();
            let room = self.room();
            while next < sets.len() && batch.len() < room {
                batch.extend(self.candidate(next, &sets[next]));
                next += 1;
            }
            if self.is_stopped(room) {
                return Ok(None);
            }
            if let Some(set_idx) = self.judge(batch)? {
                return Ok(Some(set_idx));
            }
        }
        Ok(None)
    }

    /// How many candidates may be judged together now.
    fn room(&self) -> usize {
        let left = self.request.max_candidates.map(|most| most.saturating_sub(self.found.n_candidates));
        let left = left.map_or(usize::MAX, |left| usize::try_from(left).unwrap_or(usize::MAX));
        self.oracle.n_together().min(left)
    }

    fn is_stopped(&mut self, room: usize) -> bool {
        let progress = SearchProgress {
            depth: self.depth,
            n_kept: self.found.kept.len(),
            n_candidates: self.found.n_candidates,
        };
        if room == 0 {
            self.found.end = SearchEnd::Budget;
        } else if (self.watch)(&progress).is_break() {
            self.found.end = SearchEnd::Stopped;
        }
        self.is_ended()
    }

    /// The candidate without these nodes, when it is smaller, can be a program, and is not known to be no slice.
    fn candidate(&mut self, set_idx: usize, set: &NodeSet) -> Option<Waiting> {
        let wanted = self.found.kept.difference(set);
        if wanted.len() == self.found.kept.len() {
            return None;
        }
        let Some((files, kept)) = (self.request.render)(&wanted) else {
            self.found.n_unreadable += 1;
            return None;
        };
        // Where the syntax asks for one of several, asking for none of them leaves what was there.
        if kept.len() >= self.found.kept.len() || !kept.is_subset(&self.found.kept) {
            return None;
        }
        let digest = digest(&files);
        if self.known.get(&digest) == Some(&false) {
            self.found.n_cached += 1;
            return None;
        }
        Some(Waiting { set_idx, kept, files, digest })
    }

    /// Takes the first of these that is a slice; its set.
    fn judge(&mut self, batch: Vec<Waiting>) -> Result<Option<usize>> {
        // What was judged ahead of its turn, and is a slice, is known.
        let n_asked = batch.iter().take_while(|waiting| !self.known.contains_key(&waiting.digest)).count();
        let texts: Vec<Vec<SourceFile>> =
            batch[..n_asked].iter().map(|waiting| waiting.files.clone()).collect();
        let verdicts = match texts.is_empty() {
            true => Vec::new(),
            false => self.oracle.judge(&texts, self.request.is_over)?,
        };
        for (waiting, verdict) in batch.iter().zip(&verdicts) {
            if let Some(is_slice) = verdict {
                self.known.insert(waiting.digest, *is_slice);
            }
        }
        let first = verdicts.iter().position(|verdict| *verdict != Some(false));
        let n_judged = verdicts.iter().flatten().count() as u64;
        let place = first.unwrap_or(n_asked);
        self.found.n_candidates += place.min(n_asked) as u64;
        match verdicts.get(place) {
            Some(None) => {
                self.found.end = SearchEnd::Stopped;
                return Ok(None);
            }
            Some(Some(_)) => {
                self.found.n_candidates += 1;
                self.found.n_ahead += n_judged.saturating_sub(place as u64 + 1);
            }
            None if place < batch.len() => self.found.n_cached += 1,
            None => return Ok(None),
        }
        Ok(batch.into_iter().nth(place).map(|taken| {
            self.found.kept = taken.kept;
            self.found.files = taken.files;
            self.found.depth = 0;
            taken.set_idx
        }))
    }
}

fn united(units: &[TextUnit]) -> NodeSet {
    units.iter().fold(NodeSet::new(), |nodes, unit| nodes.union(&unit.nodes))
}

fn digest(files: &[SourceFile]) -> [u8; 32] {
    let mut digest = Sha256::new();
    for file in files {
        digest.update((file.text.len() as u64).to_be_bytes());
        digest.update(&file.text);
    }
    digest.finalize().into()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::DeletionUnit;
    use super::super::units::TextUnits;
    use super::*;
    use crate::ast::Tree;
    use crate::language::Language;
    use crate::languages::text_of;

    /// Twenty lines, `l0` to `l19`.
    fn program() -> Tree {
        let text: String = (0..20).map(|line| format!("l{line}\n")).collect();
        Tree::parse(Language::TEXT, &[SourceFile::new("p", text)])
    }

    struct Judge<F> {
        is_slice: F,
        n_together: usize,
    }

    impl<F: Fn(&str) -> bool> TextOracle for Judge<F> {
        fn n_together(&self) -> usize {
            self.n_together
        }

        fn judge(&self, candidates: &[Vec<SourceFile>], is_over: IsOver<'_>) -> Result<Vec<Option<bool>>> {
            Ok(candidates.iter().map(|files| (!is_over()).then(|| (self.is_slice)(&files[0].text))).collect())
        }
    }

    fn find(
        tree: &Tree,
        fixed: &[NodeId],
        unit: DeletionUnit,
        max_nodes: usize,
        most: Option<u64>,
        judge: &dyn TextOracle,
    ) -> TextFound {
        let TextUnits { levels, blocks } = TextUnits::of(tree, unit, &fixed.iter().copied().collect());
        let request = TextRequest {
            nodes: tree.counted(),
            levels,
            blocks,
            max_nodes,
            max_candidates: most,
            render: &|kept| Some((text_of(tree, kept), kept.clone())),
            is_over: &|| false,
        };
        delete_text(&request, judge, &mut |_| ControlFlow::Continue(())).expect("nothing fails")
    }

    /// Lines left of twenty, of which the tenth stays, when the slices are those for which this holds of the lines left.
    fn check(
        max_nodes: usize,
        is_slice: impl Fn(&dyn Fn(u32) -> bool) -> bool,
        expected: &[NodeId],
        depth: usize,
    ) {
        let tree = program();
        let is_slice = |text: &str| {
            let has = |line: u32| text.lines().any(|left| left == format!("l{line}"));
            is_slice(&has)
        };
        let mut all = Vec::new();
        for n_together in [1, 2, 7] {
            let found = find(
                &tree,
                &[10],
                DeletionUnit::Line,
                max_nodes,
                None,
                &Judge { is_slice: &is_slice, n_together },
            );
            assert_eq!((found.kept.iter().collect::<Vec<_>>().as_slice(), found.depth), (expected, depth));
            all.push((found.n_candidates, found.files));
        }
        assert!(all.iter().all(|one| *one == all[0]), "it depends on how many are judged together: {all:?}");
    }

    #[test]
    fn what_is_needed_is_left() {
        check(2, |_| true, &[10], 2);
        check(2, |has| has(3) && has(17), &[3, 10, 17], 2);
        check(1, |has| has(3) == has(17), &[3, 10, 17], 1);
        check(2, |has| has(3) == has(17), &[10], 2);
        check(1, |has| has(5) && has(4) == has(6), &[4, 5, 6, 10], 1);
        check(2, |has| has(5) && has(4) == has(6), &[5, 10], 2);
    }

    #[test]
    fn a_text_is_judged_once() {
        let tree = program();
        let asked = std::sync::Mutex::new(std::collections::BTreeSet::new());
        let is_slice = |text: &str| {
            assert!(asked.lock().unwrap().insert(text.to_owned()), "asked again: {text}");
            text.contains("l0\n")
        };
        let found = find(&tree, &[], DeletionUnit::Line, 2, None, &Judge { is_slice, n_together: 3 });
        assert!(found.kept.len() == 1 && found.n_cached > 0, "{found:?}");
    }

    #[test]
    fn what_was_found_is_left_when_the_search_is_ended() {
        let tree = program();
        let judge = Judge { is_slice: |text: &str| text.contains("l4\n"), n_together: 2 };
        let found = find(&tree, &[], DeletionUnit::Line, 2, Some(3), &judge);
        assert!(found.files[0].text.contains("l4\n") && found.kept.len() < 20, "{found:?}");
        assert_eq!((found.n_candidates, found.depth, found.end), (3, 0, SearchEnd::Budget));
    }

    /// A block goes without what is in it, in one step, also where only single lines are asked for.
    #[test]
    fn what_is_around_a_block_goes_together() {
        let text = "begin\n  x\n  y\nend\nz\n";
        let tree = Tree::parse(Language::TEXT, &[SourceFile::new("p", text)]);
        let is_slice = |text: &str| text.contains('y') && text.contains("begin") == text.contains("end");
        let found = find(&tree, &[], DeletionUnit::Line, 1, None, &Judge { is_slice, n_together: 2 });
        assert_eq!(found.files[0].text.trim(), "y");
    }

    #[test]
    fn trees_are_searched_from_the_outside_in() {
        let text =
            "def f(x):\n    y = x + 1\n    z = 2\n    return y\n\ndef g():\n    return 3\n\nprint(f(1))\n";
        let tree = Tree::parse(Language::Python, &[SourceFile::new("p.py", text)]);
        let needed = ["def f(x)", "y = x + 1", "return y", "print(f(1))"];
        let is_slice = |text: &str| needed.iter().all(|part| text.contains(part));
        let judge = Judge { is_slice, n_together: 2 };
        let by_statement = find(&tree, &[], DeletionUnit::Statement, 1, None, &judge);
        assert_eq!(
            by_statement.files[0].text,
            text.replace("z = 2", "").replace("def g():\n    return 3", "\n")
        );
        let found = find(&tree, &[], DeletionUnit::Expression, 2, None, &judge);
        let left = found.files[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(left, "def f(x): y = x + 1 return y print(f(1))");
    }
}
