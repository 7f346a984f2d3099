//! What one step of the search deletes, at each granularity, and what sets of steps leave.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::bits::Bits;
use crate::deletions::{Action, Candidate, Deletion, DeletionId, Deletions, Leaves};

/// Index of a move.
pub(super) type MoveId = u32;

/// What counts as one deletion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeletionUnit {
    /// Any node that can go, with everything below it.
    #[default]
    Expression,
    /// A function, a clause or a statement.
    Statement,
    /// Neighbouring lines on which there are only whole functions, clauses and statements.
    Line,
}

/// The moves of a program: each deletes something, alone or with others.
///
/// What takes what is kept as ranges of the preorder, and as lists of what is around, so that a move takes no more room
/// in a larger program.
pub(super) struct Moves {
    /// Deletions that each move makes, ascending.
    deletions: Vec<Vec<DeletionId>>,
    /// Moves that take one function, clause or statement each, with its deletion.
    statements: Vec<(MoveId, DeletionId)>,
    /// The move that makes a deletion, by its id.
    of_deletion: Vec<Option<MoveId>>,
    /// Nodes that each deletion takes.
    gone: Vec<[Range<NodeId>; 2]>,
    /// For each deletion, those that have no effect beside it.
    covered: Vec<[Range<DeletionId>; 2]>,
    /// For each deletion, those beside which it has no effect, ascending.
    coverers: Vec<Vec<DeletionId>>,
    of_node: Vec<Range<DeletionId>>,
    groups: Vec<MoveGroup>,
    /// For each deletion, the groups of which it takes a part, and not the construct; ascending.
    groups_of: Vec<Vec<u32>>,
}

/// Siblings of which one must stay.
struct MoveGroup {
    /// Deletions that take the construct.
    parent: Vec<DeletionId>,
    /// Deletions that take each part.
    members: Vec<Vec<DeletionId>>,
}

impl Moves {
    pub(super) fn new(program: &Tree, table: &Deletions, granularity: DeletionUnit) -> Moves {
        let ids = 0..table.all().len() as DeletionId;
        let gone: Vec<[Range<NodeId>; 2]> = ids.clone().map(|id| gone(program, table, id)).collect();
        let of_node: Vec<Range<DeletionId>> = program.ids().map(|node| table.of_node(node)).collect();
        let covered: Vec<[Range<DeletionId>; 2]> =
            ids.clone().map(|id| covered(table, &of_node, id, &gone[id as usize])).collect();
        let deletions: Vec<Vec<DeletionId>> = match granularity {
            DeletionUnit::Expression => ids.map(|id| vec![id]).collect(),
            DeletionUnit::Statement => {
                ids.filter(|&id| is_statement(program, table, id)).map(|id| vec![id]).collect()
            }
            DeletionUnit::Line => lines(program, table, &gone),
        };
        let mut of_deletion = vec![None; gone.len()];
        for (id, deleted) in deletions.iter().enumerate() {
            deleted.iter().for_each(|&deletion| {
                of_deletion[deletion as usize].get_or_insert(id as MoveId);
            });
        }
        let singles = deletions.iter().enumerate().filter(|_| granularity != DeletionUnit::Line);
        let statements = singles
            .map(|(id, made)| (id as MoveId, made[0]))
            .filter(|&(_, deletion)| is_statement(program, table, deletion))
            .collect();
        let groups = groups(program, table, &gone);
        let groups_of = groups_of(&groups, gone.len());
        let coverers = coverers(program, table, &covered);
        Moves { deletions, statements, of_deletion, gone, covered, coverers, of_node, groups, groups_of }
    }

    /// Number of moves.
    pub(super) fn len(&self) -> usize {
        self.deletions.len()
    }

    /// Number of deletions, whether some move makes them or not.
    pub(super) fn n_deletions(&self) -> usize {
        self.covered.len()
    }

    /// Moves that take one function, clause or statement each, with its deletion, in the order of the program; none
    /// when moves are lines.
    pub(super) fn statements(&self) -> &[(MoveId, DeletionId)] {
        &self.statements
    }

    /// The deletions that a move makes, ascending.
    pub(super) fn deletions(&self, id: MoveId) -> &[DeletionId] {
        &self.deletions[id as usize]
    }

    /// Whether a move takes one of these nodes.
    pub(super) fn takes_any(&self, id: MoveId, nodes: &NodeSet) -> bool {
        let gone = |&deletion: &DeletionId| self.gone[deletion as usize].iter().cloned();
        self.deletions(id).iter().flat_map(gone).any(|range| nodes.intersects_range(range))
    }

    /// Takes out of a set the moves of which the one or the other has no effect beside this one; itself included.
    pub(super) fn subtract_rivals(&self, moves: &mut Bits, id: MoveId) {
        if self.is_single() {
            self.covered[id as usize].iter().for_each(|range| moves.remove_range(range.clone()));
            self.coverers[id as usize].iter().for_each(|&other| _ = moves.remove(other));
            moves.remove(id);
            return;
        }
        let is_reached = |a: MoveId, b: MoveId| {
            let is_beside = |deletion: &DeletionId| {
                let coverers = &self.coverers[*deletion as usize];
                self.deletions(b).iter().any(|other| other == deletion || coverers.contains(other))
            };
            self.deletions(a).iter().all(is_beside)
        };
        let rivals: Vec<MoveId> =
            moves.iter().filter(|&other| is_reached(id, other) || is_reached(other, id)).collect();
        rivals.iter().for_each(|&other| _ = moves.remove(other));
    }

    /// Whether each move is the deletion with its id.
    fn is_single(&self) -> bool {
        self.deletions.len() == self.n_deletions() && self.deletions.iter().all(|made| made.len() == 1)
    }

    /// The deletions after one more move, without those that have no effect.
    pub(super) fn after(&self, deleted: &Bits, id: MoveId) -> Bits {
        self.after_all(deleted, &[id])
    }

    /// The same after several moves.
    pub(super) fn after_all(&self, deleted: &Bits, ids: &[MoveId]) -> Bits {
        let mut all = deleted.clone();
        ids.iter().for_each(|&id| all.extend(self.deletions(id).iter().copied()));
        self.normalise(&mut all);
        all
    }

    /// Takes deletions out that have no effect beside others. What takes something is before what it takes.
    fn normalise(&self, deleted: &mut Bits) {
        let all: Vec<DeletionId> = deleted.iter().collect();
        for deletion in all {
            for range in &self.covered[deletion as usize] {
                deleted.remove_range(range.clone());
            }
        }
    }

    /// The deletions and everything that has no effect beside them.
    pub(super) fn down(&self, deleted: &Bits) -> Bits {
        let mut all = deleted.clone();
        for deletion in deleted.iter() {
            for range in &self.covered[deletion as usize] {
                all.insert_range(range.clone());
            }
        }
        all
    }

    /// Moves that change anything.
    pub(super) fn live(&self, deleted: &Bits) -> Bits {
        let reach = self.down(deleted);
        let is_live = |id: &MoveId| !self.deletions(*id).iter().all(|&deletion| reach.contains(deletion));
        Bits::of(self.len(), (0..self.len() as MoveId).filter(is_live))
    }

    /// Whether a move changes anything.
    pub(super) fn is_live(&self, deleted: &Bits, id: MoveId) -> bool {
        let is_covered = |&deletion: &DeletionId| {
            let is_deleted = |&other: &DeletionId| deleted.contains(other);
            deleted.contains(deletion) || self.coverers[deletion as usize].iter().any(is_deleted)
        };
        !self.deletions(id).iter().all(is_covered)
    }

    /// Deletions of these nodes.
    pub(super) fn of_nodes(&self, nodes: &NodeSet) -> Bits {
        let ids = nodes.iter().flat_map(|node| self.of_node[node as usize].clone());
        Bits::of(self.n_deletions(), ids)
    }

    /// Adds to a set of deletions those beside which one of them has no effect.
    pub(super) fn with_coverers(&self, deleted: &Bits) -> Bits {
        let mut all = deleted.clone();
        deleted.iter().for_each(|deletion| all.extend(self.coverers[deletion as usize].iter().copied()));
        all
    }

    /// Moves that make one of these deletions.
    pub(super) fn making(&self, deleted: &Bits) -> Bits {
        // A deletion that several moves make must lead to all of them.
        let makes = |id: &MoveId| self.deletions(*id).iter().any(|&deletion| deleted.contains(deletion));
        let is_single = self.deletions.len() == self.n_deletions();
        match is_single {
            true => deleted.clone(),
            false => Bits::of(self.len(), (0..self.len() as MoveId).filter(makes)),
        }
    }

    /// The move that makes a deletion, or `None`.
    pub(super) fn of_deletion(&self, deletion: DeletionId) -> Option<MoveId> {
        self.of_deletion[deletion as usize]
    }

    /// When a construct is left without any of the parts of which it needs one: the deletions of
    /// its surroundings, one of which would have to go, too. Of several constructs the first.
    pub(super) fn empty_group(&self, deleted: &Bits) -> Option<Bits> {
        let is_any = |takers: &[DeletionId]| takers.iter().any(|&id| deleted.contains(id));
        let is_empty = |&group_idx: &u32| {
            let group = &self.groups[group_idx as usize];
            !is_any(&group.parent) && group.members.iter().all(|member| is_any(member))
        };
        let touched = deleted.iter().flat_map(|id| self.groups_of[id as usize].iter().copied());
        let first = touched.filter(is_empty).min()?;
        Some(Bits::of(self.n_deletions(), self.groups[first as usize].parent.iter().copied()))
    }
}

/// The candidate with these deletions.
pub(super) fn candidate(deleted: &Bits) -> Candidate {
    deleted.iter().collect()
}

/// The nodes that a deletion takes: before what it spares, and after.
fn gone(program: &Tree, table: &Deletions, id: DeletionId) -> [Range<NodeId>; 2] {
    let Deletion { node, action } = table.get(id);
    let subtree = program.subtree(node);
    match action {
        Action::Delete(Leaves::Guard) => [subtree.start + 1..subtree.end, subtree.end..subtree.end],
        Action::Delete(_) => [subtree.clone(), subtree.end..subtree.end],
        Action::Lift(to) => {
            let spared = program.subtree(to);
            [subtree.start..spared.start, spared.end..subtree.end]
        }
    }
}

/// What has no effect beside a deletion: others in what it takes. Of two ways in which one node goes, the first takes
/// more.
fn covered(
    table: &Deletions,
    of_node: &[Range<DeletionId>],
    id: DeletionId,
    gone: &[Range<NodeId>; 2],
) -> [Range<DeletionId>; 2] {
    // Ids ascend with nodes.
    let first_of =
        |node: NodeId| of_node.get(node as usize).map_or(table.all().len() as DeletionId, |ids| ids.start);
    let [before, after] = gone;
    [id + 1..first_of(before.end).max(id + 1), first_of(after.start)..first_of(after.end)]
}

fn coverers(program: &Tree, table: &Deletions, covered: &[[Range<DeletionId>; 2]]) -> Vec<Vec<DeletionId>> {
    let of = |id: DeletionId| {
        let node = table.get(id).node;
        let around = program.ancestors(node).chain([node]).flat_map(|above| table.of_node(above));
        let covers = |other: &DeletionId| covered[*other as usize].iter().any(|range| range.contains(&id));
        let mut found: Vec<DeletionId> = around.filter(covers).collect();
        found.sort_unstable();
        found
    };
    (0..covered.len() as DeletionId).map(of).collect()
}

fn groups(program: &Tree, table: &Deletions, gone: &[[Range<NodeId>; 2]]) -> Vec<MoveGroup> {
    let taking = |node: NodeId| {
        let around = program.ancestors(node).chain([node]).flat_map(|above| table.of_node(above));
        around.filter(|&id| gone[id as usize].iter().any(|range| range.contains(&node))).collect()
    };
    table
        .groups()
        .iter()
        .map(|group| MoveGroup {
            parent: taking(group.parent),
            members: group.members.iter().map(|&member| taking(member)).collect(),
        })
        .collect()
}

fn groups_of(groups: &[MoveGroup], n_deletions: usize) -> Vec<Vec<u32>> {
    let mut found = vec![Vec::new(); n_deletions];
    for (idx, group) in groups.iter().enumerate() {
        for id in group.members.iter().flatten().filter(|id| !group.parent.contains(id)) {
            let of: &mut Vec<u32> = &mut found[*id as usize];
            if of.last() != Some(&(idx as u32)) {
                of.push(idx as u32);
            }
        }
    }
    found
}

/// Whether what goes is a function, a clause or a statement.
fn is_statement(program: &Tree, table: &Deletions, id: DeletionId) -> bool {
    let deletion = table.get(id);
    match deletion.action {
        Action::Delete(Leaves::Statement) => true,
        Action::Delete(Leaves::Nothing) => program.flags(deletion.node).has(Flags::STATEMENT),
        _ => false,
    }
}

/// Runs of neighbouring lines that whole functions, clauses and statements fill.
fn lines(program: &Tree, table: &Deletions, gone: &[[Range<NodeId>; 2]]) -> Vec<Vec<DeletionId>> {
    let statements: Vec<(DeletionId, usize, RangeInclusive<usize>)> = (0..gone.len() as DeletionId)
        .filter(|&id| is_statement(program, table, id))
        .map(|id| {
            let lines = || gone[id as usize].iter().cloned().flatten().map(|node| program.line(node));
            let (first, last) = (lines().min().unwrap_or(1), lines().max().unwrap_or(1));
            (id, program.file_of(table.get(id).node), first..=last)
        })
        .collect();
    let mut found: BTreeMap<(usize, usize, usize), Vec<DeletionId>> = BTreeMap::new();
    for (_, file_idx, range) in &statements {
        let inside = statements.iter().filter(|(_, other_file, other)| {
            other_file == file_idx && range.contains(other.start()) && range.contains(other.end())
        });
        let mut nodes = NodeSet::new();
        let mut made = Vec::new();
        for (id, ..) in inside {
            if !nodes.contains(table.get(*id).node) {
                gone[*id as usize].iter().for_each(|range| nodes.insert_range(range.clone()));
                made.push(*id);
            }
        }
        let is_filled = program
            .file_nodes(*file_idx)
            .filter(|&node| program.is_counted(node) && range.contains(&program.line(node)))
            .all(|node| nodes.contains(node));
        if is_filled {
            found.insert((*file_idx, *range.start(), *range.end()), made);
        }
    }
    // In the order of the program, what is around before what is inside.
    let mut moves: Vec<((usize, usize, usize), Vec<DeletionId>)> = found.into_iter().collect();
    moves.sort_by_key(|((file_idx, start, end), _)| (*file_idx, *start, std::cmp::Reverse(*end)));
    moves.into_iter().map(|(_, deleted)| deleted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    const PROGRAM: &str = "f(X) ->\n    A = X,\n    case A of\n        1 -> g(A), h(1);\n        2 ->\n            \
                           h(2),\n            g(X)\n    end.\ng(X) -> X.\nh(1) -> [2, 3].\n";

    /// The text that each move leaves, lines trimmed.
    fn texts(granularity: DeletionUnit) -> Vec<String> {
        let program = Tree::parse(Language::Erlang, &[SourceFile::new("p.erl", PROGRAM)]);
        let table = crate::languages::deletions(&program).expect("the language has a table");
        let moves = Moves::new(&program, &table, granularity);
        let empty = Bits::with_bound(moves.n_deletions());
        (0..moves.len() as MoveId)
            .map(|id| {
                let files = table.text(&program, &candidate(&moves.after(&empty, id)));
                let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
                files[0].text.lines().map(words).collect::<Vec<_>>().join("|")
            })
            .collect()
    }

    #[test]
    fn lines_go_only_where_whole_statements_fill_them() {
        let full =
            "f(X) ->|A = X,|case A of|1 -> g(A), h(1);|2 ->|h(2),|g(X)|end.|g(X) -> X.|h(1) -> [2, 3].";
        let without = |part: &str, by: &str| full.replace(part, by);
        let found = texts(DeletionUnit::Line);
        assert!(found.contains(&without("A = X,|", "|")), "{found:#?}");
        assert!(found.contains(&without("h(2),|", "|")), "{found:#?}");
        assert!(found.contains(&without("g(X) -> X.", "")), "{found:#?}");
        assert!(found.contains(&without("|1 -> g(A), h(1);", "|")), "{found:#?}");
        assert!(!found.iter().any(|text| text.contains("h(1);") && !text.contains("g(A)")), "{found:#?}");
    }

    #[test]
    fn statements_go_alone_and_expressions_stay() {
        let found = texts(DeletionUnit::Statement);
        assert!(found.iter().any(|text| text.contains("1 -> h(1);")), "{found:#?}");
        assert!(!found.iter().any(|text| text.contains("[2]")), "{found:#?}");
        assert!(texts(DeletionUnit::Expression).iter().any(|text| text.contains("[2]")));
    }

    #[test]
    fn a_construct_keeps_one_of_its_clauses() {
        let program = Tree::parse(Language::Erlang, &[SourceFile::new("p.erl", PROGRAM)]);
        let table = crate::languages::deletions(&program).expect("the language has a table");
        let moves = Moves::new(&program, &table, DeletionUnit::Expression);
        let clause_of_g = program.ids().find(|&node| program.text(node) == "g(X) -> X").unwrap();
        let id = table.of_node(clause_of_g).chain(table.of_node(clause_of_g + 1)).next().unwrap();
        let emptied = Bits::of(moves.n_deletions(), [id]);
        assert!(moves.empty_group(&emptied).is_some());
        assert!(moves.empty_group(&Bits::with_bound(moves.n_deletions())).is_none());
    }
}
