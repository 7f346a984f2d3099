//! What weighs nothing but means something: guards, types, modifiers and directives of an answer beside those of the
//! program and of the gold slice.
//!
//! In: the program's tree, and trees and mappings of the gold slice and of an answer. Out: how many things of gold's are gone,
//! and how many the program has not. They enter no count of nodes; a verdict of `exact` or `complete` asks that there are none.
//!
//! A slicer may delete what weighs nothing, too, as far as the gold slice has: nothing that gold kept may be gone, and
//! nothing may stand there that the program has not. A directive may always go; one that was changed is one that the
//! program has not.

use crate::ast::{Directives, Flags, GUARD, NodeId, NodeNote, Tree};
use crate::map::{Fate, Mapping};

/// Candidates looked at for a node that may be any of several.
const MAX_CANDIDATES: usize = 100;

/// How often an answer says something else beside its nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Altered {
    /// Kept nodes of gold without something of gold's: a guard, a type, a modifier.
    pub n_gone: usize,
    /// Kept nodes and directives with something that the program has not.
    pub n_foreign: usize,
    /// The first of them in one sentence.
    pub first: Option<String>,
}

/// A tree and its mapping onto the program.
type Mapped<'t> = (&'t Tree, &'t Mapping);

/// Compares what an answer says beside its nodes with the program and with the gold slice.
///
/// ```
/// use bench_slicers::ast::{SourceFile, Tree};
/// use bench_slicers::grade::altered;
/// use bench_slicers::language::Language;
/// use bench_slicers::map::{MapOptions, map};
///
/// let tree = |text: &str| Tree::parse(Language::Erlang, &[SourceFile::new("a.erl", text)]);
/// let program = tree("f(X) when X > 0 -> X.");
/// let with = |text: &str| {
///     let answer = tree(text);
///     let mapping = map(&program, &answer, &MapOptions::default());
///     let gold = map(&program, &program, &MapOptions::default());
///     let found = altered(&program, (&program, &gold), (&answer, &mapping));
///     (found.n_gone, found.n_foreign)
/// };
/// assert_eq!(with("f(X) when (X) > 0 -> X."), (0, 0));
/// assert_eq!(with("f(X) -> X."), (1, 0));
/// assert_eq!(with("f(X) when X < 0 -> X."), (0, 1));
/// ```
pub fn altered(program: &Tree, gold: Mapped<'_>, answer: Mapped<'_>) -> Altered {
    let mut found = Altered::default();
    let mut gold_of: Vec<Option<NodeId>> = vec![None; program.len()];
    for (node, image) in images(gold) {
        gold_of[image as usize] = Some(node);
    }
    for (node, image) in images(answer) {
        let wanted = gold_of[image as usize].map(|node| Beside::new(gold.0, node));
        let has = Beside::new(answer.0, node);
        let had = Beside::new(program, image);
        let is_foreign = !has.is_part_of(&had);
        // Where gold itself is not mapped well, it asks for nothing.
        let asks = |wanted: &Beside<'_>| wanted.is_part_of(&had) && !wanted.may_become(&has);
        let is_gone = wanted.as_ref().is_some_and(asks);
        if (!is_foreign && !is_gone) || is_another(program, answer.1, image, &has) {
            continue;
        }
        found.n_foreign += usize::from(is_foreign);
        found.n_gone += usize::from(is_gone && !is_foreign);
        if found.first.is_none() {
            let line = answer.0.line(node);
            found.first = Some(match (is_foreign, wanted) {
                (false, Some(wanted)) => {
                    format!("line {line} of the answer has {}, the gold slice {}", has.text(), wanted.text())
                }
                _ => format!("line {line} of the answer has {}, the program {}", has.text(), had.text()),
            });
        }
    }
    foreign_parameters(program, answer, &mut found);
    foreign_directives(program, answer.0, &mut found);
    found
}

/// Parameters that are gone leave their types, which are still those of the program.
fn foreign_parameters(program: &Tree, (tree, mapping): Mapped<'_>, found: &mut Altered) {
    for node in tree.ids().filter(|&node| tree.is_placeholder(node) && tree.note(node).is_some()) {
        let function = tree.ancestors(node).find_map(|above| match mapping.fates[above as usize] {
            Fate::Mapped(image) if tree.is_counted(above) => Some(image),
            _ => None,
        });
        let Some(function) = function else { continue };
        let has = Beside::new(tree, node);
        if !program.subtree(function).any(|part| has.is_part_of(&Beside::new(program, part))) {
            found.n_foreign += 1;
            let line = tree.line(node);
            let said =
                || format!("line {line} of the answer has {}, which the program has not there", has.text());
            found.first.get_or_insert_with(said);
        }
    }
}

/// Counted nodes that are nodes of the program.
fn images<'t>((tree, mapping): Mapped<'t>) -> impl Iterator<Item = (NodeId, NodeId)> + use<'t> {
    tree.ids().zip(&mapping.fates).filter_map(move |(node, fate)| match fate {
        Fate::Mapped(image) if tree.is_counted(node) => Some((node, *image)),
        _ => None,
    })
}

/// Whether the node may as well be another node of the program, which says just this.
fn is_another(program: &Tree, mapping: &Mapping, image: NodeId, has: &Beside<'_>) -> bool {
    mapping.ambiguous.contains(image)
        && mapping
            .ambiguous
            .iter()
            .filter(|&other| other != image && program.key(other) == program.key(image))
            .take(MAX_CANDIDATES)
            .any(|other| {
                let other = Beside::new(program, other);
                has.is_part_of(&other) && other.may_become(has)
            })
}

/// What stands beside a node.
struct Beside<'t> {
    tree: &'t Tree,
    node: NodeId,
    note: Option<&'t NodeNote>,
    is_guard: bool,
}

impl<'t> Beside<'t> {
    fn new(tree: &'t Tree, node: NodeId) -> Beside<'t> {
        Beside { tree, node, note: tree.note(node), is_guard: tree.kind(node) == GUARD }
    }

    /// Whether the other has all that is here, so that this is what deletion left of it.
    fn is_part_of(&self, other: &Beside<'_>) -> bool {
        let is_left = self.note.is_none_or(|note| {
            let words = other.note.map_or(&[][..], |other| &other.words);
            let has = |modifier| other.note.is_some_and(|other| other.modifiers.contains(modifier));
            note.modifiers.iter().all(has) && is_subsequence(&note.words, words, |one, other| one == other)
        });
        is_left && !self.has_more_places(other) && self.guard_is_part_of(other)
    }

    /// Whether a place was made where nothing was deleted. What is deleted may leave its place empty.
    fn has_more_places(&self, other: &Beside<'_>) -> bool {
        self.n_empty() > other.n_empty() && self.n_places() > other.n_places()
    }

    /// Places in a list, empty or not.
    fn n_places(&self) -> usize {
        self.tree.children(self.node).count() + self.n_empty()
    }

    fn n_empty(&self) -> usize {
        self.note.map_or(0, |note| note.n_empty)
    }

    /// As [`Beside::is_part_of`], but for what may go.
    fn may_become(&self, other: &Beside<'_>) -> bool {
        let is_left = self.note.is_none_or(|note| {
            let words = other.note.map_or(&[][..], |other| &other.words);
            let has = |modifier| other.note.is_some_and(|other| other.modifiers.contains(modifier));
            note.modifiers.iter().all(|modifier| modifier.may_go || has(modifier))
                && (note.is_idle || is_subsequence(&note.words, words, |one, other| one == other))
        });
        // A placeholder holds a place, too, and so does what was kept in a place that deletion has emptied.
        let n_fillers = |beside: &Beside<'_>| {
            beside.tree.children(beside.node).filter(|&part| beside.tree.is_filler(part)).count()
        };
        let keeps_places = self.n_empty() == 0
            || self.n_empty() <= other.n_empty() + n_fillers(other)
            || self.n_places() <= other.n_places();
        is_left && keeps_places && self.guard_is_part_of(other)
    }

    fn guard_is_part_of(&self, other: &Beside<'_>) -> bool {
        if !self.is_guard
            || self.tree.subtree_hash(self.node) == other.tree.subtree_hash(other.node) && {
                let alternatives = |beside: &Beside<'_>| -> Vec<NodeId> {
                    let begins = |node: &NodeId| beside.tree.flags(*node).has(Flags::ALTERNATIVE);
                    let nodes = beside.tree.subtree(beside.node).filter(begins);
                    nodes.map(|node| node - beside.node).collect()
                };
                alternatives(self) == alternatives(other)
            }
        {
            return true;
        }
        let is_test =
            |one: &Vec<u64>, other: &Vec<u64>| is_subsequence(one, other, |one, other| one == other);
        is_subsequence(&self.alternatives(), &other.alternatives(), |one, other| {
            is_subsequence(one, other, is_test)
        })
    }

    /// The guard's alternatives, each of its tests, each of its nodes in preorder with the end of each.
    fn alternatives(&self) -> Vec<Vec<Vec<u64>>> {
        let tree = self.tree;
        let mut alternatives: Vec<Vec<Vec<u64>>> = vec![Vec::new()];
        for test in tree.children(self.node) {
            if tree.flags(test).has(Flags::ALTERNATIVE) {
                alternatives.push(Vec::new());
            }
            let mut keys = Vec::new();
            let mut open: Vec<NodeId> = Vec::new();
            for node in tree.subtree(test).filter(|&node| !tree.is_filler(node)) {
                while open.pop_if(|end| *end <= node).is_some() {
                    keys.push(0);
                }
                keys.push(tree.key(node));
                open.push(tree.subtree(node).end);
            }
            keys.extend(open.iter().map(|_| 0));
            if !keys.is_empty()
                && let Some(last) = alternatives.last_mut()
            {
                last.push(keys);
            }
        }
        alternatives.retain(|tests| !tests.is_empty());
        alternatives
    }

    /// For a message.
    fn text(&self) -> String {
        if self.is_guard {
            let text: Vec<&str> = self.tree.text(self.node).split_whitespace().collect();
            return match text.as_slice() {
                [] => "no guard".to_owned(),
                _ => format!("the guard `{}`", text.join(" ")),
            };
        }
        let mut words: Vec<&str> = self.note.map_or_else(Vec::new, |note| {
            note.modifiers
                .iter()
                .map(|modifier| &*modifier.text)
                .chain(note.words.iter().map(|word| &**word))
                .collect()
        });
        words.extend((self.n_empty() > 0).then_some("an empty place"));
        let name = self.tree.label(self.node);
        match (words.is_empty(), name.is_empty()) {
            (true, true) => "nothing there".to_owned(),
            (true, false) => format!("`{name}` alone"),
            (false, true) => format!("`{}`", words.join(" ")),
            (false, false) => format!("`{}` with `{name}`", words.join(" ")),
        }
    }
}

/// Whether the parts are matched by parts of the whole, in their order.
fn is_subsequence<T>(parts: &[T], whole: &[T], matches: impl Fn(&T, &T) -> bool) -> bool {
    let mut rest = whole.iter();
    parts.iter().all(|part| rest.any(|other| matches(part, other)))
}

/// Counts the directives of the answer that the program has not in this file; of a file that the program has not by this
/// name, in any.
fn foreign_directives(program: &Tree, answer: &Tree, found: &mut Altered) {
    let all: Vec<&Directives> = (0..program.files().len()).map(|idx| program.directives(idx)).collect();
    for (file_idx, file) in answer.files().enumerate() {
        let theirs = match program.file_idx(&file.path) {
            Some(idx) => vec![program.directives(idx)],
            None => all.clone(),
        };
        let is_known = |directive: &String| {
            theirs.iter().any(|file| file.stated.contains_key(directive) || file.implied.contains(directive))
        };
        let stated = &answer.directives(file_idx).stated;
        let mut foreign: Vec<(&String, usize)> = stated
            .iter()
            .filter(|(directive, _)| !is_known(directive))
            .map(|(directive, &offset)| (directive, offset))
            .collect();
        foreign.sort_by_key(|&(_, offset)| offset);
        found.n_foreign += foreign.len();
        if let (Some((directive, offset)), None) = (foreign.first(), &found.first) {
            let line = answer.position(file_idx, *offset).line;
            found.first =
                Some(format!("line {line} of the answer says `{directive}`, which the program does not"));
        }
    }
}
