//! What can be deleted from one program, one deletion at a time, and what sets of deletions leave.

use std::collections::BTreeSet;

use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::language::Language;

use super::text::Mark;
use super::{c, erlang, text};

/// Index into [`Deletions::all`].
pub type DeletionId = u32;

/// What a deleted subtree leaves in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leaves {
    /// Nothing: functions, clauses, qualifiers, fields, segments go with their separator.
    Nothing,
    /// Nothing inside a body; `undef` at the end of one in Erlang, so that the body's value is not that of another
    /// statement; `;` in C where the statement is the body.
    Statement,
    /// `undef`.
    Undef,
    /// `_`; of a parameter in C its type.
    Wildcard,
    /// The empty guard slot; `true` in an `if`, whose syntax needs one. The slot itself stays.
    Guard,
    /// `sliced`, which in C is an `int`.
    Sliced,
}

/// How a node goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// With everything below it.
    Delete(Leaves),
    /// With everything below it except for this descendant, which takes its place: a dropped list element, an
    /// initialiser that leaves the declared name.
    Lift(NodeId),
}

/// One deletion. A node may have several, of which a candidate holds at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Deletion {
    /// What goes.
    pub node: NodeId,
    /// How.
    pub action: Action,
}

/// A set of deletions, ascending, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate(Vec<DeletionId>);

impl Candidate {
    /// The deletions, ascending.
    pub fn ids(&self) -> &[DeletionId] {
        &self.0
    }
}

impl FromIterator<DeletionId> for Candidate {
    fn from_iter<I: IntoIterator<Item = DeletionId>>(ids: I) -> Candidate {
        Candidate(ids.into_iter().collect::<BTreeSet<_>>().into_iter().collect())
    }
}

/// Every deletion that exists in a program; `docs/METRICS.md` has the table.
#[derive(Clone, Debug)]
pub struct Deletions {
    all: Vec<Deletion>,
    /// Index of the first deletion of each node, and one past the last node's.
    first: Vec<DeletionId>,
    groups: Vec<Group>,
    /// The cons cells of each list, first to last.
    lists: Vec<Vec<NodeId>>,
}

/// Siblings of which one must stay: clauses, qualifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The construct.
    pub parent: NodeId,
    /// Its parts, ascending.
    pub members: Vec<NodeId>,
}

impl Deletions {
    /// The deletions of a program, by node, then by action; empty for languages without a table.
    pub fn new(program: &Tree) -> Deletions {
        let erlang::Found { mut all, mut groups, lists } = match program.language() {
            Language::Erlang => erlang::deletions(program),
            Language::C => c::deletions(program),
            _ => erlang::Found::default(),
        };
        groups.sort_by_key(|group| group.parent);
        all.sort_unstable();
        let mut first = Vec::with_capacity(program.len() + 1);
        let mut next = 0;
        for node in program.ids() {
            first.push(next as DeletionId);
            next += all[next..].iter().take_while(|deletion| deletion.node == node).count();
        }
        first.push(all.len() as DeletionId);
        Deletions { all, first, groups, lists }
    }

    /// All deletions, by node, then by action.
    pub fn all(&self) -> &[Deletion] {
        &self.all
    }

    /// The deletion with this id.
    ///
    /// # Panics
    /// When there is none.
    pub fn get(&self, id: DeletionId) -> Deletion {
        self.all[id as usize]
    }

    /// Ids of the deletions of a node, perhaps none.
    pub fn of_node(&self, node: NodeId) -> std::ops::Range<DeletionId> {
        self.first[node as usize]..self.first[node as usize + 1]
    }

    /// Sets of siblings of which one must stay, by their parent.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The nodes that a deletion takes, uncounted ones included.
    pub fn gone(&self, program: &Tree, id: DeletionId) -> impl Iterator<Item = NodeId> + use<> {
        let Deletion { node, action } = self.get(id);
        let subtree = program.subtree(node);
        let (start, spared) = match action {
            Action::Delete(Leaves::Guard) => (subtree.start + 1, subtree.end..subtree.end),
            Action::Delete(_) => (subtree.start, subtree.end..subtree.end),
            Action::Lift(to) => (subtree.start, program.subtree(to)),
        };
        (start..subtree.end).filter(move |node| !spared.contains(node))
    }

    /// The counted nodes that are left.
    pub fn kept(&self, program: &Tree, candidate: &Candidate) -> NodeSet {
        let mut kept = program.counted();
        for &id in candidate.ids() {
            self.gone(program, id).for_each(|node| _ = kept.remove(node));
        }
        if program.language() == Language::C {
            c::remove_empty_branches(program, &mut kept);
        }
        kept
    }

    /// The same candidate without deletions inside of others, and with one deletion for each node.
    pub fn normalised(&self, program: &Tree, candidate: &Candidate) -> Candidate {
        let mut gone = NodeSet::new();
        let mut ids = Vec::new();
        let mut last = None;
        // Ids ascend in preorder: what is inside comes after what is around it.
        for &id in candidate.ids() {
            let node = self.get(id).node;
            if last != Some(node) && !gone.contains(node) {
                gone.extend(self.gone(program, id));
                ids.push(id);
                last = Some(node);
            }
        }
        Candidate(ids)
    }

    /// The same nodes, and of each list the cons cells of the elements that are kept.
    ///
    /// One cell is like another, so that what a mapping says of cells is only how many there are.
    /// Cells beyond those of the elements hold placeholders, in their own places if they are kept there.
    pub fn canonical(&self, program: &Tree, kept: &NodeSet) -> NodeSet {
        let mut canonical = kept.clone();
        for list in &self.lists {
            let n_cells = list.iter().filter(|&&cell| kept.contains(cell)).count();
            // The element is the node after its cell.
            let is_left = |cell: NodeId| program.subtree(cell + 1).any(|node| kept.contains(node));
            let mut cells: Vec<NodeId> = list.clone();
            cells.sort_by_key(|&cell| (!is_left(cell), !kept.contains(cell), cell));
            for (idx, &cell) in cells.iter().enumerate() {
                if idx < n_cells {
                    canonical.insert(cell);
                } else {
                    canonical.remove(cell);
                }
            }
        }
        canonical
    }

    /// The candidate that keeps exactly these counted nodes, up to [`Deletions::canonical`]; guards of
    /// kept clauses stay.
    ///
    /// # Errors
    /// The first node that cannot go as it would have to.
    pub fn of_kept(&self, program: &Tree, kept: &NodeSet) -> Result<Candidate, NodeId> {
        let kept = &self.canonical(program, kept);
        let mut ids = Vec::new();
        // What a lifted node leaves behind it.
        let mut gone = NodeSet::new();
        let mut node = 0;
        while (node as usize) < program.len() {
            if kept.contains(node) || !program.is_counted(node) || gone.contains(node) {
                node += 1;
                continue;
            }
            let subtree = program.subtree(node);
            let is_left = subtree.clone().any(|below| kept.contains(below));
            let fits = |id: &DeletionId| match self.get(*id).action {
                Action::Delete(_) => !is_left,
                Action::Lift(to) => {
                    let spared = program.subtree(to);
                    subtree.clone().all(|below| spared.contains(&below) || !kept.contains(below))
                }
            };
            let id = self.of_node(node).find(fits).ok_or(node)?;
            ids.push(id);
            gone.extend(self.gone(program, id));
            node = match self.get(id).action {
                Action::Delete(_) => subtree.end,
                Action::Lift(to) => to,
            };
        }
        Ok(Candidate(ids))
    }

    /// The candidate that keeps these nodes, all around them, and what cannot go alone.
    ///
    /// Of siblings of which one must stay, the first does when none of them is to be kept.
    pub fn keeping(&self, program: &Tree, keep: &NodeSet) -> Candidate {
        let mut kept = with_ancestors(program, keep);
        let mut ids = Vec::new();
        let mut gone = NodeSet::new();
        let mut node = 0;
        while (node as usize) < program.len() {
            if gone.contains(node) {
                node += 1;
                continue;
            }
            let may_go = !kept.contains(node) || program.kind(node) == "guard";
            let is_left = |id: &DeletionId| self.gone(program, *id).any(|below| kept.contains(below));
            let id = may_go.then(|| self.of_node(node).find(|id| !is_left(id))).flatten();
            let Some(id) = id else {
                self.spare(node, &mut kept);
                node += 1;
                continue;
            };
            ids.push(id);
            gone.extend(self.gone(program, id));
            node = match self.get(id).action {
                Action::Delete(_) => program.subtree(node).end,
                Action::Lift(to) => to,
            };
        }
        Candidate(ids)
    }

    /// Keeps a member of each group of a node that stays.
    fn spare(&self, parent: NodeId, kept: &mut NodeSet) {
        let start = self.groups.partition_point(|group| group.parent < parent);
        for group in self.groups[start..].iter().take_while(|group| group.parent == parent) {
            if !group.members.iter().any(|&member| kept.contains(member)) {
                kept.extend(group.members.first().copied());
            }
        }
    }

    /// The program's text without what the candidate deletes; tokens stay in their lines, and in their columns where there is room.
    ///
    /// Valid syntax for every set that leaves a member of each [`Group`] whose parent is left.
    pub fn text(&self, program: &Tree, candidate: &Candidate) -> Vec<SourceFile> {
        self.text_with(program, candidate, None)
    }

    /// As [`Deletions::text`], with one node marked.
    pub fn marked_text(&self, program: &Tree, candidate: &Candidate, mark: Mark) -> Vec<SourceFile> {
        self.text_with(program, candidate, Some(mark))
    }

    fn text_with(&self, program: &Tree, candidate: &Candidate, mark: Option<Mark>) -> Vec<SourceFile> {
        let candidate = self.normalised(program, candidate);
        match program.language() {
            Language::C => c::text(program, self, &candidate, mark),
            _ => text::text(program, self, &candidate, mark),
        }
    }

    /// Whether the node has a stretch of text of its own, which can be marked.
    pub fn is_own_text(program: &Tree, node: NodeId) -> bool {
        erlang::Places::new(program).is_private(node)
    }
}

/// The set with everything around its nodes.
pub(super) fn with_ancestors(program: &Tree, nodes: &NodeSet) -> NodeSet {
    let mut all = nodes.clone();
    for node in nodes.iter() {
        for above in program.ancestors(node) {
            if !all.insert(above) {
                break;
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> Tree {
        Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)])
    }

    /// Text without the blanks that keep columns.
    fn bare(text: &str) -> String {
        text.split_whitespace().collect()
    }

    /// Deletes the last node with each of these texts; `drop x` drops the list element `x`, `rest x` what is behind it.
    fn check(text: &str, deleted: &[&str], expected: &str) {
        let tree = program(text);
        let deletions = Deletions::new(&tree);
        let ids = deleted.iter().map(|wanted| {
            let (how, wanted) = wanted
                .split_once(' ')
                .filter(|(how, _)| matches!(*how, "drop" | "rest"))
                .unwrap_or(("delete", wanted));
            let cell =
                tree.ids().rev().find(|&node| tree.kind(node) == "cons" && tree.text(node + 1) == wanted);
            let fits = |deletion: &Deletion| match deletion.action {
                Action::Lift(_) => how == "drop" && Some(deletion.node) == cell,
                Action::Delete(_) if how == "rest" => {
                    tree.parent(deletion.node) == cell && Some(deletion.node) != cell.map(|cell| cell + 1)
                }
                Action::Delete(_) => how == "delete" && tree.text(deletion.node) == wanted,
            };
            deletions.all().iter().rposition(fits).unwrap_or_else(|| panic!("no deletion: {how} {wanted}"))
        });
        let candidate = ids.map(|id| id as DeletionId).collect();
        let text = &deletions.text(&tree, &candidate)[0].text;
        assert_eq!(bare(text), bare(expected), "{deleted:?}");
    }

    #[test]
    fn each_place_keeps_what_its_syntax_needs() {
        check("f(X, Y) -> g(X, Y).", &["Y"], "f(X, Y) -> g(X, undef).");
        check("f({X, 1}) -> X.", &["1"], "f({X, _}) -> X.");
        check("f(X) -> A = 1, B = X, B.", &["A = 1"], "f(X) -> B = X, B.");
        check("f(X) -> A = 1, B = X.", &["B = X"], "f(X) -> A = 1, undef.");
        check("f(X) -> A = 1, (X)(A).", &["A = 1"], "f(X) -> (X)(A).");
        check("f(X) -> (A = 1), ((X)).", &["A = 1"], "f(X) -> ((X)).");
        check("f(X) -> (A = 1), ((X)).", &["X"], "f(X) -> (A = 1), undef.");
        check("f(#r{a = X}) -> 1.", &["X"], "f(#r{a = _}) -> 1.");
        check("f(X) when X > 1 -> X; f(_) -> 1.", &["X > 1"], "f(X)  -> X; f(_) -> 1.");
        check("f(X) -> if X -> 1; true -> 2 end.", &["true -> 2"], "f(X) -> if X -> 1 end.");
        check("f(X) -> [Y || Y <- X, Y > 1].", &["Y > 1"], "f(X) -> [Y || Y <- X].");
        check("f(X) -> #{a => X, b => 1}.", &["a => X"], "f(X) -> #{b => 1}.");
        check("f(X) -> X#{a => 1}.", &["a => 1"], "f(X) -> X#{}.");
        check("f(X) -> #{a => X, b => 1}.", &["a => X", "b => 1"], "f(X) -> #{}.");
        check("f(X) -> case X of 1 -> 2; 3 -> 4 end.", &["1 -> 2"], "f(X) -> case X of 3 -> 4 end.");
    }

    #[test]
    fn list_elements_are_dropped_or_replaced() {
        check("f(A, B) -> [A, B].", &["B"], "f(A, B) -> [A, undef].");
        check("f(A, B) -> [A, B].", &["drop A"], "f(A, B) -> [B].");
        check("f(A, B) -> [A, B].", &["drop B"], "f(A, B) -> [A].");
        check("f(A, B) -> [A, B].", &["drop A", "drop B"], "f(A, B) -> [].");
        check("f(A, B, C) -> [A, B | C].", &["drop A"], "f(A, B, C) -> [B | C].");
        check("f(A, B, C) -> [A, B | C].", &["drop B"], "f(A, B, C) -> [A | C].");
        check("f(A, B, C) -> [A, B | C].", &["drop A", "drop B"], "f(A, B, C) -> C.");
        check("f(A, C) -> [A | C ++ A].", &["drop A"], "f(A, C) -> (C ++ A).");
        check("f(A, C) -> [A | C].", &["[A | C]"], "f(A, C) -> undef.");
        check("f([A | C]) -> C.", &["drop A"], "f(C) -> C.");
        check("f(A, B) -> [A, B].", &["rest A"], "f(A, B) -> [A | undef].");
        check("f(A, B) -> [A, B].", &["rest B"], "f(A, B) -> [A, B | undef].");
        check("f(A, B) -> [A, B].", &["drop A", "rest B"], "f(A, B) -> [B | undef].");
        check("f(A, B) -> [A, B].", &["drop A", "rest A"], "f(A, B) -> undef.");
        check("f(A, B, C) -> [A, B, C].", &["drop B", "rest B"], "f(A, B, C) -> [A | undef].");
        check("f([A, B]) -> A.", &["rest A"], "f([A | _]) -> A.");
        check("f([(A)]) -> A.", &["rest A"], "f([(A) | _]) -> A.");
    }

    #[test]
    fn a_mark_stands_next_to_its_node() {
        let tree = program("f(A, B) -> [A, B].");
        let deletions = Deletions::new(&tree);
        let node = tree.ids().rfind(|&node| tree.text(node) == "B").expect("is there");
        // The end of the list.
        let rest = deletions.of_node(tree.len() as NodeId - 1).start;
        let text = deletions.marked_text(
            &tree,
            &[rest].into_iter().collect(),
            Mark { node, before: "<", after: ">" },
        );
        assert_eq!(bare(&text[0].text), "f(A,B)->[A,<B>|undef].");
    }

    #[test]
    fn functions_leave_their_exports() {
        check(
            "-export([f/0, g/0]).\n-spec g() -> ok.\nf() -> ok.\ng() -> ok.\n",
            &["g() -> ok."],
            "-export([f/0]).\n\nf() -> ok.\n\n",
        );
    }

    #[test]
    fn macros_go_as_a_whole() {
        check("-define(K, 1).\nf(X) -> X + ?K.", &["?K"], "-define(K, 1).\nf(X) -> X + undef.");
        let text = "-define(P(A), {A, 1}).\nf(X) -> ?P(X).";
        check(text, &["X"], "-define(P(A), {A, 1}).\nf(X) -> ?P(undef).");
        check(text, &["?P(X)"], "-define(P(A), {A, 1}).\nf(X) -> undef.");
        let tree = program(text);
        let one = tree.ids().find(|&node| tree.label(node) == "1").expect("is there");
        assert!(Deletions::new(&tree).of_node(one).is_empty(), "a part of a definition");
    }
}
