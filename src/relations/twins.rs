//! Programs that mean the same as another: a variable renamed, other layout, a statement more that nothing needs, two statements
//! exchanged. Of each node it is known where in the program it comes from.
//!
//! Which places are changed is drawn. That a twin behaves alike is for an oracle to say: here, nothing is known of the
//! language but its tree and how it writes an assignment.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::ast::{Cst, Flags, NodeId, SourceFile, Tree, concrete};
use crate::languages::room;
use crate::random::Random;

/// How a twin differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TwinChange {
    Rename,
    Layout,
    DeadCode,
    Order,
}

/// A program that may mean the same as another.
#[derive(Debug)]
pub(super) struct Twin {
    pub(super) tree: Tree,
    /// By node: the node of the program; none for what was written in.
    pub(super) origin: Vec<Option<NodeId>>,
}

impl Twin {
    /// The nodes that come from these; empty when one of them is not there.
    pub(super) fn images(&self, nodes: &[NodeId]) -> Vec<NodeId> {
        let is_wanted =
            |node: &NodeId| self.origin[*node as usize].is_some_and(|origin| nodes.contains(&origin));
        let found: Vec<NodeId> = self.tree.ids().filter(is_wanted).collect();
        if found.len() == nodes.len() { found } else { Vec::new() }
    }

    /// A twin whose nodes come from these, if both trees are alike.
    fn of(program: &Tree, tree: Tree, origin: Vec<Option<NodeId>>) -> Option<Twin> {
        let is_alike = |(idx, origin): (usize, &Option<NodeId>)| {
            origin.is_none_or(|origin| tree.kind(idx as NodeId) == program.kind(origin))
        };
        let n_origins = origin.iter().flatten().count();
        let is_whole = n_origins == program.len() && origin.len() == tree.len();
        let is_twin = tree.problems().is_empty() && is_whole && origin.iter().enumerate().all(is_alike);
        is_twin.then_some(Twin { tree, origin })
    }
}

/// Draws twins of a program, at most so many, each by another change of the kind.
pub(super) fn twins(program: &Tree, change: TwinChange, random: &mut Random, n: usize) -> Vec<Twin> {
    if program.language().is_lines() || !program.problems().is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut places = places(program, change);
    while found.len() < n && !places.is_empty() {
        let place = places.swap_remove(random.below(places.len()));
        found.extend(changed(program, &place));
    }
    found
}

/// What one twin differs in.
enum TwinPlace {
    Name(String),
    Everywhere,
    Before(NodeId),
    Neighbours(NodeId, NodeId),
}

fn places(program: &Tree, change: TwinChange) -> Vec<TwinPlace> {
    let begins = || program.ids().filter(|&node| begins_line(program, node));
    match change {
        TwinChange::Rename => names(program).into_iter().map(TwinPlace::Name).collect(),
        TwinChange::Layout => vec![TwinPlace::Everywhere],
        TwinChange::DeadCode => {
            // In a class it would be a part of all of its objects, which not every slicer tells from others.
            let room = room(program.language());
            let is_member = |node| program.parent(node).is_some_and(|above| room.is_class(program, above));
            begins().filter(|&node| !is_member(node)).map(TwinPlace::Before).collect()
        }
        TwinChange::Order => {
            let pairs = begins().filter_map(|node| Some((node, follower(program, node)?)));
            pairs.map(|(first, second)| TwinPlace::Neighbours(first, second)).collect()
        }
    }
}

fn changed(program: &Tree, place: &TwinPlace) -> Option<Twin> {
    let whole = || program.ids().map(Some).collect();
    match place {
        TwinPlace::Name(name) => {
            Twin::of(program, parsed(program, |_, file| renamed(file, program, name))?, whole())
        }
        TwinPlace::Everywhere => {
            Twin::of(program, parsed(program, |_, file| spaced(file, program))?, whole())
        }
        TwinPlace::Before(node) => with_dead_code(program, *node),
        TwinPlace::Neighbours(first, second) => exchanged(program, *first, *second),
    }
}

/// The program with the text of each file changed.
fn parsed(program: &Tree, text: impl Fn(usize, &SourceFile) -> Option<String>) -> Option<Tree> {
    let changed =
        |(idx, file): (usize, &SourceFile)| Some(SourceFile::new(file.path.clone(), text(idx, file)?));
    let files: Option<Vec<SourceFile>> = program.files().enumerate().map(changed).collect();
    Some(Tree::parse(program.language(), &files?))
}

/// The text with replacements, which do not overlap.
fn replaced(text: &str, mut by: Vec<(Range<usize>, String)>) -> String {
    by.sort_by_key(|(range, _)| range.start);
    let mut changed = String::with_capacity(text.len());
    let mut at = 0;
    for (range, new) in by {
        changed.push_str(&text[at..range.start]);
        changed.push_str(&new);
        at = range.end;
    }
    changed + &text[at..]
}

/// Names that stand for variables wherever they stand, in source order.
fn names(program: &Tree) -> Vec<String> {
    let is_variable = |&node: &NodeId| {
        program.flags(node).has(Flags::VARIABLE) && program.text(node) == program.label(node)
    };
    let spans: BTreeSet<(usize, usize)> = program
        .ids()
        .filter(is_variable)
        .map(|node| (program.file_of(node), program.span(node).start))
        .collect();
    let all: BTreeSet<&str> = program.ids().filter(is_variable).map(|node| program.label(node)).collect();
    let mut other: BTreeSet<String> = BTreeSet::new();
    for (file_idx, file) in program.files().enumerate() {
        for leaf in leaves(program, file) {
            if !spans.contains(&(file_idx, leaf.start)) {
                other.insert(file.text[leaf].to_owned());
            }
        }
    }
    // A name without a letter may be none, as `_` is none in patterns of Erlang.
    let is_name = |name: &&str| name.contains(char::is_alphanumeric) && !other.contains(*name);
    all.into_iter().filter(is_name).map(str::to_owned).collect()
}

fn renamed(file: &SourceFile, program: &Tree, name: &str) -> Option<String> {
    let new = format!("{name}_twin");
    let by = leaves(program, file).into_iter().filter(|leaf| file.text[leaf.clone()] == *name);
    let by = by.map(|leaf| (leaf, new.clone())).collect();
    (!file.text.contains(&new)).then(|| replaced(&file.text, by))
}

/// Tokens of a file, comments left out.
fn leaves(program: &Tree, file: &SourceFile) -> Vec<Range<usize>> {
    let concrete = concrete(program.language(), &file.text);
    let is_leaf = |cst: &Cst<'_>| cst.children().next().is_none() && !cst.byte_range().is_empty();
    concrete.root().subtree().filter(is_leaf).map(Cst::byte_range).collect()
}

/// The text with every blank between tokens doubled, and blank lines between lines.
fn spaced(file: &SourceFile, program: &Tree) -> Option<String> {
    let leaves = leaves(program, file);
    let gaps = leaves.windows(2).map(|pair| pair[0].end..pair[1].start.max(pair[0].end));
    let by = gaps.filter_map(|gap| {
        let text = &file.text[gap.clone()];
        match text {
            " " => Some((gap, "  ".to_owned())),
            _ if text.contains('\n') && text.trim().is_empty() => Some((gap, text.replacen('\n', "\n\n", 1))),
            _ => None,
        }
    });
    Some(replaced(&file.text, by.collect()))
}

/// Whether a node is a statement that begins its line.
fn begins_line(program: &Tree, node: NodeId) -> bool {
    let text = &program.file(program.file_of(node)).text;
    let start = program.span(node).start;
    let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
    program.flags(node).has(Flags::STATEMENT) && text[line..start].trim().is_empty()
}

/// The program with an assignment that nothing reads before a statement.
fn with_dead_code(program: &Tree, node: NodeId) -> Option<Twin> {
    let dead = room(program.language()).dead_statement()?;
    let file_idx = program.file_of(node);
    let start = program.span(node).start;
    let text = &program.file(file_idx).text;
    let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let inserted = format!("{dead}\n{}", &text[line..start]);
    let tree = parsed(program, |idx, file| match idx == file_idx {
        true => Some(replaced(&file.text, vec![(start..start, inserted.clone())])),
        false => Some(file.text.clone()),
    })?;
    let range = start..start + dead.len();
    let mut next = 0;
    let origin = tree.ids().map(|node| {
        let span = tree.span(node);
        let is_new = tree.file_of(node) == file_idx && range.start <= span.start && span.end <= range.end;
        next += NodeId::from(!is_new);
        (!is_new).then(|| next - 1)
    });
    let origin = origin.collect();
    Twin::of(program, tree, origin)
}

/// The next statement beside one, where neither has another in it, goes elsewhere, or is the value of its block, and they have no
/// name in common.
fn follower(program: &Tree, node: NodeId) -> Option<NodeId> {
    let next = program.subtree(node).end;
    let is_beside = (next as usize) < program.len()
        && program.parent(next) == program.parent(node)
        && program.file_of(next) == program.file_of(node)
        && begins_line(program, next);
    let room = room(program.language());
    let block = program.parent(node).map_or(program.len() as NodeId, |block| program.subtree(block).end);
    let is_value = || room.blocks_have_values() && program.subtree(next).end == block;
    let is_plain = |statement: NodeId| {
        let mut inside = program.subtree(statement).skip(1);
        let leaves = room.leaves(program.text(statement));
        !leaves && !inside.any(|inside| program.flags(inside).has(Flags::STATEMENT))
    };
    let words = |statement: NodeId| -> BTreeSet<&str> {
        let labels = program.subtree(statement).map(|inside| program.label(inside));
        labels.filter(|label| label.contains(|c: char| c.is_alphabetic() || c == '_')).collect()
    };
    (is_beside && !is_value() && is_plain(node) && is_plain(next) && words(node).is_disjoint(&words(next)))
        .then_some(next)
}

fn exchanged(program: &Tree, first: NodeId, second: NodeId) -> Option<Twin> {
    let file_idx = program.file_of(first);
    let [one, other] = [first, second].map(|node| program.span(node));
    // Parts of one macro call have the place of the call.
    if one.end > other.start {
        return None;
    }
    let texts = [second, first].map(|node| program.text(node).to_owned());
    let by: Vec<(Range<usize>, String)> = [one, other].into_iter().zip(texts).collect();
    let tree = parsed(program, |idx, file| {
        Some(if idx == file_idx { replaced(&file.text, by.clone()) } else { file.text.clone() })
    })?;
    let [one, other] = [program.subtree(first), program.subtree(second)];
    let before = 0..one.start;
    let behind = other.end..program.len() as NodeId;
    let origin = before.chain(other).chain(one).chain(behind).map(Some).collect();
    Twin::of(program, tree, origin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    fn check(change: TwinChange, text: &str, expected: &[&str]) {
        let program = Tree::parse(Language::Python, &[SourceFile::new("program.py", text)]);
        let twins = twins(&program, change, &mut Random::new(1), 10);
        let mut found: Vec<&str> = twins.iter().map(|twin| twin.tree.file(0).text.as_str()).collect();
        found.sort_unstable();
        assert_eq!(found, expected);
        for twin in &twins {
            let origins =
                twin.tree.ids().zip(&twin.origin).filter_map(|(node, origin)| Some((node, (*origin)?)));
            for (node, origin) in origins {
                assert_eq!(twin.tree.kind(node), program.kind(origin));
            }
        }
    }

    #[test]
    fn in_a_program_of_several_files_one_changes() {
        let files = [("a.py", "x = 1\n"), ("b.py", "import a\n\nlong_name = 2\nother = 3\n")];
        let program = Tree::parse(Language::Python, &files.map(|(path, text)| SourceFile::new(path, text)));
        let twins = twins(&program, TwinChange::Order, &mut Random::new(1), 9);
        let texts: Vec<[&str; 2]> =
            twins.iter().map(|twin| [0, 1].map(|idx| twin.tree.file(idx).text.as_str())).collect();
        assert_eq!(texts, [["x = 1\n", "import a\n\nother = 3\nlong_name = 2\n"]]);
    }

    #[test]
    fn the_value_of_a_block_stays_at_its_end_and_what_is_no_name_stays() {
        let text = "main(_) ->\n    A = 1,\n    B = 2,\n    C = 3.\n";
        let program = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)]);
        let texts = |change| -> Vec<String> {
            let twins = twins(&program, change, &mut Random::new(1), 9);
            twins.iter().map(|twin| twin.tree.file(0).text.clone()).collect()
        };
        assert_eq!(texts(TwinChange::Order), ["main(_) ->\n    B = 2,\n    A = 1,\n    C = 3.\n"]);
        assert_eq!(texts(TwinChange::Rename).len(), 3);
    }

    #[test]
    fn twins_differ_in_what_was_asked_for() {
        let text = "a = 1\nb = 2\nprint(a.a, b)\n";
        // A name of the library is one as any other: it is for an oracle to refuse such a twin.
        let of_library = "a = 1\nb = 2\nprint_twin(a.a, b)\n";
        check(TwinChange::Rename, text, &[of_library, "a = 1\nb_twin = 2\nprint(a.a, b_twin)\n"]);
        check(TwinChange::Layout, text, &["a  =  1\n\nb  =  2\n\nprint(a.a,  b)\n"]);
        check(TwinChange::Order, text, &["b = 2\na = 1\nprint(a.a, b)\n"]);
        let dead = "unused_twin = 7\n";
        let before = ["a = 1\nb = 2\n", "a = 1\n", ""];
        let mut expected: Vec<String> =
            before.iter().map(|before| format!("{before}{dead}{}", &text[before.len()..])).collect();
        expected.sort_unstable();
        check(TwinChange::DeadCode, text, &expected.iter().map(String::as_str).collect::<Vec<_>>());
    }
}
