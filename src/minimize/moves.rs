//! What one step of the search deletes, at each granularity, and what sets of steps leave.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::bits::Bits;
use crate::deletions::{Action, Candidate, DeletionId, Deletions, Leaves};

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
pub(super) struct Moves {
    /// Deletions that each move makes.
    deletions: Vec<Bits>,
    /// The move that makes a deletion, by its id.
    of_deletion: Vec<Option<MoveId>>,
    /// Nodes that each move takes.
    gone: Vec<NodeSet>,
    /// For each move, those of which the one or the other has no effect beside it; itself included.
    rivals: Vec<Bits>,
    /// For each deletion, those that have no effect beside it.
    covered: Vec<Bits>,
    /// For each deletion, those beside which it has no effect.
    coverers: Vec<Bits>,
    of_node: Vec<std::ops::Range<DeletionId>>,
    groups: Vec<MoveGroup>,
}

/// Siblings of which one must stay.
struct MoveGroup {
    /// Deletions that take the construct.
    parent: Bits,
    /// Deletions that take each part.
    members: Vec<Bits>,
}

impl Moves {
    pub(super) fn new(program: &Tree, table: &Deletions, granularity: DeletionUnit) -> Moves {
        let n_deletions = table.all().len();
        let gone: Vec<NodeSet> =
            (0..n_deletions as DeletionId).map(|id| table.gone(program, id).collect()).collect();
        let (covered, coverers) = coverings(table, &gone);
        let deletions = match granularity {
            DeletionUnit::Expression => singles(n_deletions, |_| true),
            DeletionUnit::Statement => singles(n_deletions, |id| is_statement(program, table, id)),
            DeletionUnit::Line => lines(program, table, &gone),
        };
        let mut of_deletion = vec![None; n_deletions];
        for (id, deleted) in deletions.iter().enumerate() {
            deleted.iter().for_each(|deletion| {
                of_deletion[deletion as usize].get_or_insert(id as MoveId);
            });
        }
        let union = |deleted: &Bits| {
            let parts = deleted.iter().map(|deletion| &gone[deletion as usize]);
            parts.fold(NodeSet::new(), |all, part| all.union(part))
        };
        let move_gone = deletions.iter().map(union).collect();
        let groups = groups(program, table, &gone);
        let of_node = program.ids().map(|node| table.of_node(node)).collect();
        let mut moves = Moves {
            deletions,
            of_deletion,
            gone: move_gone,
            rivals: Vec::new(),
            covered,
            coverers,
            of_node,
            groups,
        };
        moves.rivals = moves.find_rivals();
        moves
    }

    /// Number of moves.
    pub(super) fn len(&self) -> usize {
        self.deletions.len()
    }

    /// Number of deletions, whether some move makes them or not.
    pub(super) fn n_deletions(&self) -> usize {
        self.covered.len()
    }

    pub(super) fn gone(&self, id: MoveId) -> &NodeSet {
        &self.gone[id as usize]
    }

    pub(super) fn rivals(&self, id: MoveId) -> &Bits {
        &self.rivals[id as usize]
    }

    fn find_rivals(&self) -> Vec<Bits> {
        let reach: Vec<Bits> = self.deletions.iter().map(|deleted| self.down(deleted)).collect();
        let is_rival = |a: usize, b: usize| {
            self.deletions[a].is_subset(&reach[b]) || self.deletions[b].is_subset(&reach[a])
        };
        let of = |a| (0..self.len()).filter(|&b| is_rival(a, b)).map(|b| b as MoveId).collect::<Vec<_>>();
        (0..self.len()).map(|a| Bits::of(self.len(), of(a))).collect()
    }

    /// The deletions after one more move, without those that have no effect.
    pub(super) fn after(&self, deleted: &Bits, id: MoveId) -> Bits {
        let mut all = deleted.clone();
        all.add(&self.deletions[id as usize]);
        let mut left = all.clone();
        all.iter().for_each(|deletion| left.subtract(&self.covered[deletion as usize]));
        left
    }

    /// The deletions and everything that has no effect beside them.
    pub(super) fn down(&self, deleted: &Bits) -> Bits {
        let mut all = deleted.clone();
        deleted.iter().for_each(|deletion| all.add(&self.covered[deletion as usize]));
        all
    }

    /// Moves that change anything.
    pub(super) fn live(&self, deleted: &Bits) -> Bits {
        let reach = self.down(deleted);
        let is_live = |id: &MoveId| !self.deletions[*id as usize].is_subset(&reach);
        Bits::of(self.len(), (0..self.len() as MoveId).filter(is_live))
    }

    /// Whether a move changes anything.
    pub(super) fn is_live(&self, deleted: &Bits, id: MoveId) -> bool {
        let is_covered = |deletion: DeletionId| {
            deleted.contains(deletion) || self.coverers[deletion as usize].intersects(deleted)
        };
        !self.deletions[id as usize].iter().all(is_covered)
    }

    /// Deletions of these nodes.
    pub(super) fn of_nodes(&self, nodes: &NodeSet) -> Bits {
        let ids = nodes.iter().flat_map(|node| self.of_node[node as usize].clone());
        Bits::of(self.n_deletions(), ids)
    }

    /// Adds to a set of deletions those beside which one of them has no effect.
    pub(super) fn with_coverers(&self, deleted: &Bits) -> Bits {
        let mut all = deleted.clone();
        deleted.iter().for_each(|deletion| all.add(&self.coverers[deletion as usize]));
        all
    }

    /// Moves that make one of these deletions.
    pub(super) fn making(&self, deleted: &Bits) -> Bits {
        // A deletion that several moves make must lead to all of them.
        let makes = |id: &MoveId| self.deletions[*id as usize].intersects(deleted);
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
    /// all of these constructs' surroundings, one of which would have to go, too.
    pub(super) fn empty_group(&self, deleted: &Bits) -> Option<&Bits> {
        let is_empty = |group: &&MoveGroup| {
            group.members.iter().all(|member| member.intersects(deleted)) && !group.parent.intersects(deleted)
        };
        self.groups.iter().find(is_empty).map(|group| &group.parent)
    }
}

/// The candidate with these deletions.
pub(super) fn candidate(deleted: &Bits) -> Candidate {
    deleted.iter().collect()
}

fn singles(n_deletions: usize, is_wanted: impl Fn(DeletionId) -> bool) -> Vec<Bits> {
    (0..n_deletions as DeletionId).filter(|&id| is_wanted(id)).map(|id| Bits::of(n_deletions, [id])).collect()
}

/// Which deletions have no effect beside which.
fn coverings(table: &Deletions, gone: &[NodeSet]) -> (Vec<Bits>, Vec<Bits>) {
    let n_deletions = gone.len();
    let mut covered = vec![Bits::with_bound(n_deletions); n_deletions];
    let mut coverers = covered.clone();
    for (id, nodes) in gone.iter().enumerate() {
        let id = id as DeletionId;
        let node = table.get(id).node;
        let beside = nodes.iter().chain([node]).flat_map(|node| table.of_node(node));
        for other in beside {
            // Of two ways in which one node goes, the first takes more.
            if other != id && (table.get(other).node != node || other > id) {
                covered[id as usize].insert(other);
                coverers[other as usize].insert(id);
            }
        }
    }
    (covered, coverers)
}

fn groups(program: &Tree, table: &Deletions, gone: &[NodeSet]) -> Vec<MoveGroup> {
    let taking = |node: NodeId| {
        let around = program.ancestors(node).chain([node]).flat_map(|above| table.of_node(above));
        Bits::of(gone.len(), around.filter(|&id| gone[id as usize].contains(node)))
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
fn lines(program: &Tree, table: &Deletions, gone: &[NodeSet]) -> Vec<Bits> {
    let statements: Vec<(DeletionId, usize, RangeInclusive<usize>)> = (0..gone.len() as DeletionId)
        .filter(|&id| is_statement(program, table, id))
        .map(|id| {
            let lines = || gone[id as usize].iter().map(|node| program.line(node));
            let (first, last) = (lines().min().unwrap_or(1), lines().max().unwrap_or(1));
            (id, program.file_of(table.get(id).node), first..=last)
        })
        .collect();
    let mut found: BTreeMap<(usize, usize, usize), Bits> = BTreeMap::new();
    for (_, file_idx, range) in &statements {
        let inside = statements.iter().filter(|(_, other_file, other)| {
            other_file == file_idx && range.contains(other.start()) && range.contains(other.end())
        });
        let mut nodes = NodeSet::new();
        let mut made = Vec::new();
        for (id, ..) in inside {
            if !nodes.contains(table.get(*id).node) {
                nodes.extend(gone[*id as usize].iter());
                made.push(*id);
            }
        }
        let is_filled = program
            .file_nodes(*file_idx)
            .filter(|&node| program.is_counted(node) && range.contains(&program.line(node)))
            .all(|node| nodes.contains(node));
        if is_filled {
            found.insert((*file_idx, *range.start(), *range.end()), Bits::of(gone.len(), made));
        }
    }
    // In the order of the program, what is around before what is inside.
    let mut moves: Vec<((usize, usize, usize), Bits)> = found.into_iter().collect();
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
