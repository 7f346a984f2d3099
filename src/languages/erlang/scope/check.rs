//! One walk over what is left of a program, in the order of evaluation.

use crate::ast::{NodeId, Tree};
use crate::deletions::Action;
use crate::stack::deep;

use super::{Scope, ScopeRule};

/// What is known of variables at a point, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bindings {
    bound: u128,
    /// Bound on some ways only; disjoint from `bound`.
    hidden: u128,
}

impl Bindings {
    /// Both have happened, in no order.
    fn merged(self, other: Bindings) -> Bindings {
        let hidden = self.hidden | other.hidden;
        Bindings { bound: (self.bound | other.bound) & !hidden, hidden }
    }

    /// What `after` binds anew may not have happened.
    fn hiding(self, after: Bindings) -> Bindings {
        Bindings { bound: self.bound, hidden: (after.bound | after.hidden) & !self.bound }
    }
}

/// First mistake found.
pub(super) enum Mistake {
    Unbound(NodeId),
    Unsafe(NodeId),
    Undefined(NodeId),
}

type Checked = std::result::Result<Bindings, Mistake>;

pub(super) struct Check<'s> {
    pub(super) scope: &'s Scope,
    pub(super) actions: &'s [Option<Action>],
}

impl Check<'_> {
    pub(super) fn action(&self, node: NodeId) -> Option<Action> {
        self.actions[node as usize]
    }

    fn part(&self, node: NodeId) -> ScopeRule {
        self.scope.parts[node as usize]
    }

    fn bit(&self, node: NodeId) -> u128 {
        self.scope.targets[node as usize]
    }

    fn children(&self, node: NodeId) -> &[NodeId] {
        &self.scope.children[node as usize]
    }

    /// What is left in the place of a node.
    fn left(&self, mut node: NodeId) -> Option<NodeId> {
        while let Some(Action::Lift(to)) = self.action(node) {
            node = to;
        }
        self.action(node).is_none().then_some(node)
    }

    fn is_deleted(&self, node: NodeId) -> bool {
        matches!(self.action(node), Some(Action::Delete(_)))
    }

    pub(super) fn is_left(&self, program: &Tree, node: NodeId) -> bool {
        let takes = |above: NodeId| match self.action(above) {
            Some(Action::Delete(_)) => true,
            Some(Action::Lift(to)) => !program.subtree(to).contains(&node),
            None => false,
        };
        !takes(node) && !program.ancestors(node).any(takes)
    }

    /// The first mistake in these functions, those that are left.
    pub(super) fn functions(&self, roots: impl IntoIterator<Item = NodeId>) -> Option<Mistake> {
        let left = roots.into_iter().filter(|&root| !self.is_deleted(root));
        let mut clauses =
            left.flat_map(|root| self.children(root)).filter(|&&clause| !self.is_deleted(clause));
        clauses.find_map(|&clause| self.clause(clause, Bindings::default()).err())
    }

    /// A clause whose patterns see what is known; what is known after its body.
    fn clause(&self, clause: NodeId, known: Bindings) -> Checked {
        let children = self.children(clause);
        let guard = children.iter().position(|&child| self.part(child) == ScopeRule::Guard).unwrap_or(0);
        let mut matched = known;
        for &pattern in &children[..guard] {
            matched = matched.merged(self.pattern(pattern, known)?);
        }
        self.rest_of_clause(&children[guard..], matched)
    }

    /// A clause of a fun: variables of its head are new.
    fn fun_clause(&self, clause: NodeId, known: Bindings) -> Checked {
        let children = self.children(clause);
        let guard = children.iter().position(|&child| self.part(child) == ScopeRule::Guard).unwrap_or(0);
        let mut fresh = Bindings::default();
        for &pattern in &children[..guard] {
            self.keys(pattern, known)?;
            fresh.bound |= self.bound_by(pattern);
        }
        self.rest_of_clause(&children[guard..], shadowing(known, fresh))
    }

    fn rest_of_clause(&self, guard_and_body: &[NodeId], known: Bindings) -> Checked {
        let Some((&guard, body)) = guard_and_body.split_first() else { return Ok(known) };
        if !self.is_deleted(guard) {
            for &test in self.children(guard) {
                self.expression(test, known)?;
            }
        }
        self.sequence(body, known)
    }

    fn sequence(&self, body: &[NodeId], mut known: Bindings) -> Checked {
        for &statement in body {
            known = self.expression(statement, known)?;
        }
        Ok(known)
    }

    /// Expressions that are evaluated each by itself.
    fn parts(&self, parts: &[NodeId], known: Bindings) -> Checked {
        let mut all = known;
        for &part in parts {
            all = all.merged(self.expression(part, known)?);
        }
        Ok(all)
    }

    /// What is known after an expression.
    fn expression(&self, node: NodeId, known: Bindings) -> Checked {
        deep(|| {
            let Some(node) = self.left(node) else { return Ok(known) };
            let children = self.children(node);
            match (self.part(node), children) {
                (ScopeRule::Variable, _) => self.used(node, known),
                (ScopeRule::Call, _) => {
                    let function = self.scope.functions[node as usize];
                    if function.is_some_and(|function| self.is_deleted(function)) {
                        return Err(Mistake::Undefined(node));
                    }
                    self.parts(children, known)
                }
                (ScopeRule::Match, &[pattern, value]) => {
                    let known = self.expression(value, known)?;
                    Ok(known.merged(self.pattern(pattern, known)?))
                }
                (ScopeRule::Case, _) => self.branches(children, known),
                (ScopeRule::Block, _) => self.sequence(children, known),
                (ScopeRule::Fun, _) => {
                    let named = Bindings { bound: self.bit(node), hidden: 0 };
                    for &clause in children.iter().filter(|&&clause| !self.is_deleted(clause)) {
                        self.fun_clause(clause, shadowing(known, named))?;
                    }
                    Ok(known)
                }
                (ScopeRule::Comprehension, &[template, qualifiers]) => {
                    let inside = self.qualifiers(self.children(qualifiers), known)?;
                    self.expression(template, inside)?;
                    Ok(known)
                }
                (ScopeRule::ShortCircuit, &[left, right]) => {
                    let left = self.expression(left, known)?;
                    Ok(left.hiding(self.expression(right, left)?).merged(left))
                }
                (ScopeRule::Catch, &[inner]) => {
                    Ok(known.hiding(self.expression(inner, known)?).merged(known))
                }
                (ScopeRule::Try, _) => self.attempt(children, known),
                _ => self.parts(children, known),
            }
        })
    }

    fn used(&self, node: NodeId, known: Bindings) -> Checked {
        match self.bit(node) {
            bit if known.hidden & bit != 0 => Err(Mistake::Unsafe(node)),
            bit if known.bound & bit == 0 => Err(Mistake::Unbound(node)),
            _ => Ok(known),
        }
    }

    /// A `case` or `if`: bound after it is what all its clauses bind.
    fn branches(&self, children: &[NodeId], known: Bindings) -> Checked {
        let is_clause = |node: &&NodeId| self.part(**node) == ScopeRule::Clause;
        let mut known = known;
        for &scrutinee in children.iter().filter(|node| !is_clause(node)) {
            known = self.expression(scrutinee, known)?;
        }
        let clauses = children.iter().filter(is_clause).filter(|&&clause| !self.is_deleted(clause));
        self.exported(clauses, known)
    }

    fn exported<'n>(&self, clauses: impl Iterator<Item = &'n NodeId>, known: Bindings) -> Checked {
        let mut in_all = u128::MAX;
        let mut in_any = 0;
        let mut n_clauses = 0;
        for &clause in clauses {
            let after = self.clause(clause, known)?;
            in_all &= after.bound;
            in_any |= after.bound | after.hidden;
            n_clauses += 1;
        }
        if n_clauses == 0 {
            return Ok(known);
        }
        let new = in_any & !known.bound;
        Ok(Bindings { bound: known.bound | (new & in_all), hidden: (new & !in_all) | known.hidden })
    }

    fn qualifiers(&self, qualifiers: &[NodeId], mut known: Bindings) -> Checked {
        for &qualifier in qualifiers.iter().filter(|&&qualifier| !self.is_deleted(qualifier)) {
            known = match (self.part(qualifier), self.children(qualifier)) {
                (ScopeRule::Generator, &[pattern, source]) => {
                    self.expression(source, known)?;
                    self.keys(pattern, known)?;
                    shadowing(known, Bindings { bound: self.bound_by(pattern), hidden: 0 })
                }
                _ => self.expression(qualifier, known)?,
            };
        }
        Ok(known)
    }

    /// A `try` lets its body's variables into its `of` clauses, and nothing out.
    fn attempt(&self, children: &[NodeId], known: Bindings) -> Checked {
        let of_kind = |wanted: ScopeRule| {
            children.iter().copied().filter(move |&node| self.part(node) == wanted && !self.is_deleted(node))
        };
        let is_part = |node: NodeId| {
            matches!(self.part(node), ScopeRule::Clause | ScopeRule::CatchClause | ScopeRule::After)
        };
        let mut tried = known;
        for &statement in children.iter().filter(|&&node| !is_part(node)) {
            tried = self.expression(statement, tried)?;
        }
        let mut hidden = known.hiding(tried).merged(known);
        let outside = hidden;
        for clause in of_kind(ScopeRule::Clause) {
            hidden = hidden.merged(known.hiding(self.clause(clause, tried)?));
        }
        for clause in of_kind(ScopeRule::CatchClause) {
            hidden = hidden.merged(known.hiding(self.clause(clause, outside)?));
        }
        for after in of_kind(ScopeRule::After) {
            hidden = hidden.merged(known.hiding(self.sequence(self.children(after), hidden)?));
        }
        Ok(hidden)
    }

    /// What is known after a pattern that may use what is bound.
    fn pattern(&self, node: NodeId, known: Bindings) -> Checked {
        deep(|| {
            let Some(node) = self.left(node) else { return Ok(known) };
            match (self.part(node), self.children(node)) {
                (ScopeRule::Variable, _) if known.hidden & self.bit(node) != 0 => Err(Mistake::Unsafe(node)),
                (ScopeRule::Variable, _) => Ok(Bindings { bound: known.bound | self.bit(node), ..known }),
                (ScopeRule::MapField, &[key, value]) => {
                    self.expression(key, known)?;
                    self.pattern(value, known)
                }
                (ScopeRule::Binary, segments) => {
                    let mut all = known;
                    for (value, size) in self.segments(segments) {
                        if let Some(size) = size {
                            let earlier = all.bound & !known.bound;
                            self.expression(size, Bindings { bound: known.bound | earlier, ..known })?;
                        }
                        all = all.merged(self.pattern(value, known)?);
                    }
                    Ok(all)
                }
                (_, children) => {
                    let mut all = known;
                    for &child in children {
                        all = all.merged(self.pattern(child, known)?);
                    }
                    Ok(all)
                }
            }
        })
    }

    /// Variables that a pattern binds when all are new.
    fn bound_by(&self, node: NodeId) -> u128 {
        deep(|| {
            let Some(node) = self.left(node) else { return 0 };
            match (self.part(node), self.children(node)) {
                (ScopeRule::Variable, _) => self.bit(node),
                (ScopeRule::MapField, &[_, value]) | (ScopeRule::Segment, &[value, _]) => {
                    self.bound_by(value)
                }
                (_, children) => children.iter().fold(0, |bits, &child| bits | self.bound_by(child)),
            }
        })
    }

    /// Value and size of the segments that are left.
    fn segments<'n>(&'n self, segments: &'n [NodeId]) -> impl Iterator<Item = (NodeId, Option<NodeId>)> + 'n {
        let left = segments.iter().filter(|&&segment| !self.is_deleted(segment));
        left.filter_map(|&segment| {
            let parts = self.children(segment);
            Some((*parts.first()?, parts.get(1).copied()))
        })
    }

    /// Keys of map patterns are expressions over what was bound before; sizes may use earlier segments, too.
    fn keys(&self, node: NodeId, known: Bindings) -> Checked {
        deep(|| {
            if self.is_deleted(node) {
                return Ok(known);
            }
            if let (ScopeRule::MapField, &[key, value]) = (self.part(node), self.children(node)) {
                self.expression(key, known)?;
                return self.keys(value, known);
            }
            if self.part(node) == ScopeRule::Binary {
                let mut earlier = Bindings::default();
                for (value, size) in self.segments(self.children(node)) {
                    if let Some(size) = size {
                        self.expression(size, shadowing(known, earlier))?;
                    }
                    earlier.bound |= self.bound_by(value);
                }
                return Ok(known);
            }
            for &child in self.children(node) {
                self.keys(child, known)?;
            }
            Ok(known)
        })
    }
}

/// New variables take the place of old ones with the same name.
fn shadowing(known: Bindings, fresh: Bindings) -> Bindings {
    Bindings { bound: known.bound | fresh.bound, hidden: known.hidden & !fresh.bound }
}
