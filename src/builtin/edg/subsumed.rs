//! Clauses that do what the last one does: without them it takes their values, and nothing depends on the choice.
//!
//! In: what a slice keeps. Out: clauses of choices in it that are the same as the last clause there. Slicing again
//! without them needs neither their tests nor, where one clause is left, what is chosen by.
//!
//! What decides about a choice may be all that makes its clauses differ, in a loop that is only gone round for it. So it is first
//! taken for granted that clauses are the same: a slice is made that does not ask which of them is taken, and those that
//! differ in it are asked for again, until there are none.
//!
//! Why this is sound: when each choice goes as in the program, such a slice behaves as the program, since it has all that anything
//! but these choices needs. And as the clauses are the same text with the same values in its variables, it does not matter
//! how they go. A value that all clauses refuse ends the program; in the slice it is taken by the last one, behind the values that
//! were asked for. Where such an end is behaviour, in `try` and what is called from it, all clauses stay.

use crate::ast::{NodeId, NodeSet};
use crate::languages::erlang::syntax::{Clause, Expr, Field, Kind};
use crate::stack::deep;

use super::graph::{Aux, Label, Need};
use super::traverse::{Without, traverse};
use super::{Graph, Variant};

/// Where a variable of a head is in the values that come in.
type HeadPath = Vec<(usize, usize, String)>;

/// Two clauses, and what the slice keeps of them.
struct ClausePair<'g, 't, 'k> {
    graph: &'g Graph<'t>,
    keep: &'k NodeSet,
    gone: &'k NodeSet,
    earlier: NodeId,
    last: NodeId,
}

impl Graph<'_> {
    /// Clauses of a slice that the last clause of their choice can stand for, those that are `gone` already left out: the largest set
    /// of them that are the same as their last ones in the slice that does not ask which of all these is taken.
    pub(super) fn subsumed(&self, keep: &NodeSet, criteria: &[NodeId], gone: &NodeSet) -> NodeSet {
        let mut choices = self.choices(keep, criteria, gone);
        loop {
            let untested: NodeSet = choices.iter().flat_map(|(_, earlier)| earlier).copied().collect();
            if untested.is_empty() {
                return untested;
            }
            let without = Without { gone: gone.clone(), untested };
            let needs = traverse(self, criteria, Variant::CeEdg, &without);
            let keep = self.kept(&needs, gone);
            let fixed = self.fixed(&needs);
            for (last, earlier) in &mut choices {
                let is_same = |&earlier: &NodeId| {
                    ClausePair { graph: self, keep: &keep, gone, earlier, last: *last }.is_same()
                };
                let is_fixed = self.tree.ancestors(*last).any(|above| fixed.contains(above));
                let n_same =
                    if is_fixed { 0 } else { earlier.iter().take_while(|clause| is_same(clause)).count() };
                earlier.truncate(n_same);
            }
            if choices.iter().map(|(_, earlier)| earlier.len()).sum::<usize>() == without.untested.len() {
                return without.untested;
            }
        }
    }

    /// Last clauses, each with those before it, from the nearest on, that may turn out to be the same.
    fn choices(&self, keep: &NodeSet, criteria: &[NodeId], gone: &NodeSet) -> Vec<(NodeId, Vec<NodeId>)> {
        let is_in = |clause: NodeId| {
            let all = self.tree.subtree(clause);
            criteria.iter().any(|criterion| all.contains(criterion))
        };
        let ends_alike = |earlier: NodeId, last: NodeId| {
            let value = |clause| self.syntax.clause(clause).and_then(|clause| clause.body.last());
            let (Some(value), Some(other)) = (value(earlier), value(last)) else { return false };
            let of = |node| (self.syntax.kind(node), self.tree.label(node));
            of(value) == of(other)
                || self.syntax.kind(value) == Kind::Variable
                || self.syntax.kind(value) == Kind::RecordUpdate
        };
        let mut choices = Vec::new();
        for chain in &self.chains {
            let Some((&last, earlier)) = chain.clauses.split_last() else { continue };
            let is_there = keep.contains(last) && keep.contains(chain.owner) && !gone.contains(last);
            // One that is never reached stays only around a criterion.
            let is_unreached =
                |clause: NodeId| self.syntax.kind(clause).is_clause() && !chain.clauses.contains(&clause);
            let is_odd = || self.tree.children(chain.owner).any(|part| is_unreached(part) && is_in(part));
            if !is_there || is_in(last) || is_odd() {
                continue;
            }
            let left = earlier.iter().rev().copied().filter(|&clause| !gone.contains(clause));
            let alike: Vec<NodeId> =
                left.take_while(|&clause| !is_in(clause) && ends_alike(clause, last)).collect();
            if !alike.is_empty() {
                choices.push((last, alike));
            }
        }
        choices
    }

    /// What must fail as in the program: functions of which this is asked, and what is kept whole.
    fn fixed(&self, needs: &[Need]) -> NodeSet {
        let first = self.tree.len();
        let frozen = self.aux.iter().zip(&needs[first..]).filter_map(|(aux, need)| match aux {
            Aux::Frozen(node) if need.is_kept() => Some(*node),
            _ => None,
        });
        let is_whole = |&node: &NodeId| {
            matches!(self.syntax.kind(node), Kind::Try | Kind::Catch | Kind::Receive | Kind::Maybe)
        };
        frozen.chain(self.tree.ids().filter(is_whole)).collect()
    }

    /// The occurrences that bind a use of a variable.
    fn binders(&self, node: NodeId, name: &str) -> Vec<NodeId> {
        let is_it = |to: NodeId| {
            (to as usize) < self.tree.len()
                && matches!(self.syntax.expr(to), Expr::Variable(other) if other == name)
        };
        let edges = self.edges.of(node).iter().filter(|edge| edge.label == Label::Flow && is_it(edge.to));
        edges.map(|edge| edge.to).collect()
    }
}

impl ClausePair<'_, '_, '_> {
    fn is_same(&self) -> bool {
        let graph = self.graph;
        let (Some(earlier), Some(last)) = (graph.syntax.clause(self.earlier), graph.syntax.clause(self.last))
        else {
            return false;
        };
        self.takes_everything(&last) && self.same_statements(earlier.body.collect(), last.body.collect())
    }

    /// Whether what is kept of a head accepts all values that another head with the same paths to the same variables accepts.
    fn takes_everything(&self, clause: &Clause<'_>) -> bool {
        let tests = self.graph.tree.subtree(clause.guard).skip(1);
        let used = |name: &str, binder: NodeId| {
            let body = clause.body.clone().flat_map(|statement| self.graph.tree.subtree(statement));
            body.filter(|&node| self.keep.contains(node))
                .any(|node| self.graph.binders(node, name).contains(&binder))
        };
        let is_used = |node: NodeId| match self.graph.syntax.expr(node) {
            Expr::Variable(name) => self.graph.binders(node, name).is_empty() && used(name, node),
            _ => false,
        };
        let is_open = |node: NodeId| match self.graph.syntax.expr(node) {
            Expr::Variable(name) => {
                let is_root = self.graph.tree.parent(node) == Some(self.last);
                is_used(node) || (is_root && self.graph.binders(node, name).is_empty())
            }
            Expr::Wildcard | Expr::Match { .. } => true,
            // On the way to a variable, which the other head has, too.
            Expr::Tuple(_) | Expr::Cons { .. } | Expr::Record { .. } => {
                self.graph.tree.subtree(node).any(|part| self.keep.contains(part) && is_used(part))
            }
            Expr::Other => matches!(self.graph.syntax.field(node), Some(Field::Record { .. })),
            _ => false,
        };
        let patterns = clause.patterns.clone().flat_map(|pattern| self.graph.tree.subtree(pattern));
        patterns.filter(|&node| self.keep.contains(node)).all(is_open)
            && !tests.into_iter().any(|test| self.keep.contains(test))
    }

    fn same_statements(&self, earlier: Vec<NodeId>, last: Vec<NodeId>) -> bool {
        let kept = |all: &[NodeId]| -> Vec<NodeId> {
            all.iter().copied().filter(|&statement| self.keep.contains(statement)).collect()
        };
        let has_value = |all: &[NodeId]| all.last().is_some_and(|&value| self.keep.contains(value));
        let [kept_earlier, kept_last] = [kept(&earlier), kept(&last)];
        has_value(&earlier) == has_value(&last)
            && kept_earlier.len() == kept_last.len()
            && kept_earlier.into_iter().zip(kept_last).all(|(earlier, last)| self.same(earlier, last))
    }

    /// Whether two nodes that are kept are the same code.
    fn same(&self, earlier: NodeId, last: NodeId) -> bool {
        deep(|| self.same_here(earlier, last))
    }

    fn same_here(&self, earlier: NodeId, last: NodeId) -> bool {
        let (tree, syntax) = (self.graph.tree, &self.graph.syntax);
        let expr = syntax.expr(earlier);
        if let (Expr::Variable(name), Expr::Variable(other)) = (&expr, syntax.expr(last)) {
            return self.same_variable((earlier, name), (last, other));
        }
        if let Expr::RecordUpdate { record, fields, .. } = &expr
            && !matches!(syntax.expr(last), Expr::RecordUpdate { .. })
        {
            // Nothing is changed: it is the record.
            let mut fields = fields.clone();
            return self.keep.contains(*record)
                && !fields.any(|field| self.keep.contains(field))
                && self.same(*record, last);
        }
        // What they are depends on where they stand.
        if matches!(expr, Expr::Macro | Expr::MacroText) {
            return false;
        }
        if syntax.kind(earlier) != syntax.kind(last) || tree.label(earlier) != tree.label(last) {
            return false;
        }
        let parts = |node: NodeId| -> Vec<NodeId> {
            tree.children(node).filter(|&part| !self.gone.contains(part)).collect()
        };
        let (parts, others) = (parts(earlier), parts(last));
        if let Expr::Block(_) = expr {
            return self.same_statements(parts, others);
        }
        parts.len() == others.len()
            && parts.into_iter().zip(others).all(|(part, other)| {
                match (self.keep.contains(part), self.keep.contains(other)) {
                    (true, true) => self.same(part, other),
                    (is_kept, is_other_kept) => is_kept == is_other_kept,
                }
            })
    }

    /// Whether two variables have the same value: they are bound in the same place of the heads, outside of both clauses, or by
    /// the same code in both.
    fn same_variable(&self, (earlier, name): (NodeId, &str), (last, other): (NodeId, &str)) -> bool {
        let tree = self.graph.tree;
        let (bound, bound_there) = (self.graph.binders(earlier, name), self.graph.binders(last, other));
        let paths = |clause: NodeId, binders: &[NodeId]| -> Vec<Option<HeadPath>> {
            binders.iter().map(|&binder| self.head_path(clause, binder)).collect()
        };
        let in_heads = paths(self.earlier, &bound);
        if let [Some(path)] = &in_heads[..] {
            return matches!(&paths(self.last, &bound_there)[..], [Some(there)] if there == path);
        }
        let is_in_head = |clause: NodeId, binder: &NodeId| {
            let of = self.graph.syntax.clause(clause);
            of.is_some_and(|of| tree.subtree(clause).start < *binder && *binder < of.guard)
        };
        if bound.iter().any(|binder| is_in_head(self.earlier, binder))
            || bound_there.iter().any(|binder| is_in_head(self.last, binder))
            || name != other
        {
            return false;
        }
        let (here, there) = (tree.subtree(self.earlier), tree.subtree(self.last));
        let outside = |binders: &[NodeId], inside: &std::ops::Range<NodeId>| -> NodeSet {
            binders.iter().copied().filter(|binder| !inside.contains(binder)).collect()
        };
        let (far, far_there) = (outside(&bound, &here), outside(&bound_there, &there));
        far == far_there && (far.len() == bound.len()) == (far_there.len() == bound_there.len())
    }

    /// How a head takes apart what comes in, to get at what a variable in it is bound to; `None` for other places, and other ways.
    fn head_path(&self, clause: NodeId, binder: NodeId) -> Option<HeadPath> {
        let (tree, syntax) = (self.graph.tree, &self.graph.syntax);
        let patterns: Vec<NodeId> = syntax.clause(clause)?.patterns.collect();
        let argument = patterns.iter().position(|&pattern| tree.subtree(pattern).contains(&binder))?;
        let mut path = vec![(argument, patterns.len(), String::new())];
        let mut below = binder;
        while below != patterns[argument] {
            let above = tree.parent(below)?;
            let (place, n_parts) =
                (tree.children(above).position(|part| part == below)?, tree.children(above).count());
            match syntax.expr(above) {
                // Both sides are the whole.
                Expr::Match { .. } => {}
                Expr::Tuple(_) => path.push((place, n_parts, "tuple".to_owned())),
                Expr::Cons { .. } => path.push((place, n_parts, "list".to_owned())),
                Expr::Record { name, .. } => {
                    let Some(Field::Record { name: field, .. }) = syntax.field(below) else { return None };
                    path.push((0, 0, format!("{name}.{field}")));
                }
                Expr::Other if matches!(syntax.field(above), Some(Field::Record { .. })) => {}
                _ => return None,
            }
            below = above;
        }
        Some(path)
    }
}
