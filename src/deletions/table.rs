//! What can be deleted from one program, one deletion at a time, and what sets of deletions leave.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::ast::{NodeId, NodeSet, SourceFile, Tree};

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

/// What a language's room finds in a program.
#[derive(Debug, Default)]
pub struct Table {
    /// Every deletion, in any order.
    pub all: Vec<Deletion>,
    /// Siblings of which one must stay, in any order.
    pub groups: Vec<Group>,
    /// The cons cells of each list, first to last.
    pub lists: Vec<Vec<NodeId>>,
    /// Nodes that take what follows them along, which is not below them, with one past the last of it: the declared name of an
    /// array in C with its sizes.
    pub reaches: BTreeMap<NodeId, NodeId>,
}

/// How a language writes what is left.
pub trait Dialect: Sync {
    /// Text of a normalised candidate; see [`Deletions::text`].
    fn text(
        &self,
        program: &Tree,
        deletions: &Deletions,
        candidate: &Candidate,
        marks: &[Mark<'_>],
    ) -> Vec<SourceFile>;

    /// Takes out kept nodes that weigh nothing when what was in them is gone.
    fn remove_empty(&self, _program: &Tree, _kept: &mut NodeSet) {}
}

/// A node that is written between two texts.
#[derive(Clone, Copy, Debug)]
pub struct Mark<'m> {
    /// The node; no deletion of the candidate may take it.
    pub node: NodeId,
    /// What stands before it.
    pub before: &'m str,
    /// What stands after it.
    pub after: &'m str,
}

/// Every deletion that exists in a program; `docs/METRICS.md` has the table.
#[derive(Clone)]
pub struct Deletions {
    dialect: &'static dyn Dialect,
    all: Vec<Deletion>,
    /// Index of the first deletion of each node, and one past the last node's.
    first: Vec<DeletionId>,
    groups: Vec<Group>,
    /// The cons cells of each list, first to last.
    lists: Vec<Vec<NodeId>>,
    reaches: BTreeMap<NodeId, NodeId>,
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
    /// The table of a program in the order of its nodes, then of actions.
    pub fn new(program: &Tree, table: Table, dialect: &'static dyn Dialect) -> Deletions {
        let Table { mut all, mut groups, lists, reaches } = table;
        groups.sort_by_key(|group| group.parent);
        all.sort_unstable();
        let mut first = Vec::with_capacity(program.len() + 1);
        let mut next = 0;
        for node in program.ids() {
            first.push(next as DeletionId);
            next += all[next..].iter().take_while(|deletion| deletion.node == node).count();
        }
        first.push(all.len() as DeletionId);
        Deletions { dialect, all, first, groups, lists, reaches }
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
    pub fn of_node(&self, node: NodeId) -> Range<DeletionId> {
        self.first[node as usize]..self.first[node as usize + 1]
    }

    /// Sets of siblings of which one must stay, by their parent.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The nodes of a node that is deleted as a whole.
    fn whole(&self, program: &Tree, node: NodeId) -> Range<NodeId> {
        let subtree = program.subtree(node);
        subtree.start..self.reaches.get(&node).copied().unwrap_or(subtree.end)
    }

    /// The nodes that a deletion takes, uncounted ones included.
    pub fn gone(&self, program: &Tree, id: DeletionId) -> impl Iterator<Item = NodeId> + use<> {
        let Deletion { node, action } = self.get(id);
        let subtree = self.whole(program, node);
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
        self.dialect.remove_empty(program, &mut kept);
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
            let subtree = self.whole(program, node);
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
            let is_emptied = |id: DeletionId| self.get(id).action == Action::Delete(Leaves::Guard);
            let may_go = !kept.contains(node) || self.of_node(node).any(is_emptied);
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
                Action::Delete(_) => self.whole(program, node).end,
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
        self.marked_text(program, candidate, &[])
    }

    /// As [`Deletions::text`], with nodes marked, in preorder; of two marks of a node the first is outside.
    pub fn marked_text(&self, program: &Tree, candidate: &Candidate, marks: &[Mark<'_>]) -> Vec<SourceFile> {
        let candidate = self.normalised(program, candidate);
        self.dialect.text(program, self, &candidate, marks)
    }
}

/// The set with everything around its nodes.
pub fn with_ancestors(program: &Tree, nodes: &NodeSet) -> NodeSet {
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
