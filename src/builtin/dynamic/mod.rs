//! Slices of one run: dynamic, relevant, and both pruned.
//!
//! In: the tree of a program, what one of its runs depended on ([`FlowTrace`]), a criterion. Out: the nodes that an executable slice
//! keeps. Nothing is run, and nothing here knows a language.
//!
//! A *dynamic* slice (Korel, Laski, "Dynamic program slicing", 1988) has what the values of the criterion were computed from in this run: from
//! the units that give the criterion its values back to those that wrote what they read, and to the conditions and calls by which
//! they ran. A slice that runs has one version of each statement, so that what a unit needed is united over all times that it ran
//! (the second algorithm of Agrawal, Horgan, "Dynamic program slicing", 1990). A *relevant* slice (Gyimóthy, Beszédes, Forgács, "An efficient relevant slicing
//! method for debugging", 1999) also has conditions that, had their outcome been another, could have written what was read. A *pruned*
//! one (Hirsch, Hofer, on pruning boolean expressions to shorten dynamic slices) has of an operator with a short circuit only those
//! operands that decided its outcome.
//!
//! So that the slice runs and does the same, jumps that were made stay where they skip something that stays (Ball, Horwitz 1993),
//! a handler that was entered stays with what failed, and what encloses a kept unit stays.

use std::collections::BTreeMap;

use crate::ast::{BRANCH, Flags, NodeId, NodeSet, Tree};
use crate::flow::{FlowProgram, FlowTrace, TracedNeed, UnitId};

use super::flow::deciders;

/// Which dependences count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunVariant {
    /// Conditions count that could have led to another value.
    pub is_relevant: bool,
    /// Operands count only where they decided.
    pub is_pruned: bool,
}

/// The nodes of the tree that the slice for these criteria keeps; `flow` says what jumps skip, and which declarations names need.
pub(super) fn slice(
    tree: &Tree,
    flow: &FlowProgram,
    trace: &FlowTrace,
    criteria: &[NodeId],
    variant: RunVariant,
) -> NodeSet {
    let mut walk = RunWalk::new(tree, flow, trace, variant);
    for &criterion in criteria {
        walk.around(criterion);
    }
    walk.walk();
    walk.kept(flow, criteria)
}

struct RunWalk<'t> {
    tree: &'t Tree,
    trace: &'t FlowTrace,
    variant: RunVariant,
    /// By unit: what it needs.
    needs: Vec<Vec<UnitId>>,
    /// By node: the statement or clause that is traced as it.
    statements: BTreeMap<NodeId, UnitId>,
    /// By node: operands that are traced as it.
    operands: BTreeMap<NodeId, Vec<UnitId>>,
    /// Statements that have units of their own in them, or are declarations: they are no parts of what is around them.
    apart: NodeSet,
    /// By unit: what decides whether it runs, and whether that is a jump that was made.
    deciders: Vec<Vec<(UnitId, bool)>>,
    /// Units of which the deciders are known to be needed, where they are jumps.
    decided: Vec<bool>,
    needed: Vec<bool>,
    pending: Vec<UnitId>,
}

impl<'t> RunWalk<'t> {
    fn new(tree: &'t Tree, flow: &FlowProgram, trace: &'t FlowTrace, variant: RunVariant) -> RunWalk<'t> {
        let mut statements = BTreeMap::new();
        let mut operands: BTreeMap<NodeId, Vec<UnitId>> = BTreeMap::new();
        for (id, unit) in trace.units.iter().enumerate() {
            match unit.around {
                Some(_) => operands.entry(unit.at).or_default().push(id),
                None => _ = statements.entry(unit.at).or_insert(id),
            }
        }
        let mut needs = vec![Vec::new(); trace.units.len()];
        for &(why, from, to) in &trace.needs {
            let counts = match why {
                TracedNeed::Data | TracedNeed::Call | TracedNeed::Caught => true,
                TracedNeed::Decides => variant.is_pruned,
                TracedNeed::Maybe => variant.is_relevant,
                TracedNeed::Named => !variant.is_pruned,
            };
            if counts {
                needs[from].push(to);
            }
        }
        let mut apart: NodeSet = flow.declarations.iter().map(|(_, _, at)| *at).collect();
        for &node in statements.keys() {
            apart.insert(node);
            apart.extend(tree.ancestors(node).filter(|&above| tree.flags(above).has(Flags::STATEMENT)));
        }
        let n_units = trace.units.len();
        let mut walk = RunWalk {
            tree,
            trace,
            variant,
            needs,
            statements,
            operands,
            apart,
            deciders: vec![Vec::new(); n_units],
            decided: vec![false; n_units],
            needed: vec![false; n_units],
            pending: Vec::new(),
        };
        for decider in deciders(flow) {
            let (Some(of), Some(at)) = (walk.statement(decider.of), walk.statement(decider.at)) else {
                continue;
            };
            if of != at {
                walk.deciders[of].push((at, decider.is_jump && trace.units[at].has_run));
            }
        }
        if !variant.is_pruned {
            for (id, unit) in trace.units.iter().enumerate() {
                unit.around.into_iter().for_each(|around| walk.needs[around].push(id));
            }
        }
        walk
    }

    /// The statement or clause that a node is in.
    fn statement(&self, node: NodeId) -> Option<UnitId> {
        let mut around = std::iter::once(node).chain(self.tree.ancestors(node));
        around.find_map(|node| self.statements.get(&node).copied())
    }

    fn need(&mut self, unit: UnitId) {
        if !std::mem::replace(&mut self.needed[unit], true) {
            self.pending.push(unit);
        }
    }

    /// What encloses a node is needed, the node among it.
    fn around(&mut self, node: NodeId) {
        for node in std::iter::once(node).chain(self.tree.ancestors(node)) {
            let operands = self.operands.get(&node).cloned().unwrap_or_default();
            let statement = self.statements.get(&node).copied();
            operands.into_iter().chain(statement).for_each(|unit| self.need(unit));
        }
    }

    /// Jumps that were made and skip a unit are needed: also those that skip it by skipping a condition before it, or a jump that was
    /// not made.
    fn skipped(&mut self, unit: UnitId) {
        let mut open = vec![unit];
        while let Some(unit) = open.pop() {
            if std::mem::replace(&mut self.decided[unit], true) {
                continue;
            }
            for (decider, is_made) in std::mem::take(&mut self.deciders[unit]) {
                match is_made {
                    true => self.need(decider),
                    false => open.push(decider),
                }
            }
        }
    }

    fn walk(&mut self) {
        while let Some(unit) = self.pending.pop() {
            self.around(self.trace.units[unit].at);
            self.skipped(unit);
            std::mem::take(&mut self.needs[unit]).into_iter().for_each(|needed| self.need(needed));
        }
    }

    /// The nodes of what is needed.
    fn kept(&self, flow: &FlowProgram, criteria: &[NodeId]) -> NodeSet {
        let mut kept: NodeSet = criteria.iter().copied().collect();
        for (id, unit) in self.trace.units.iter().enumerate() {
            if self.needed[id] {
                kept.extend(self.tree.ancestors(unit.at));
                self.part(unit.at, unit.at, &mut kept);
            }
        }
        self.remove_operators(&mut kept);
        for &(function, _, at) in &flow.declarations {
            let definition = flow.functions[function].at;
            let names: Vec<&str> = self.tree.subtree(at).map(|node| self.tree.label(node)).collect();
            let inside = definition.map_or(self.tree.ids(), |definition| self.tree.subtree(definition));
            let is_named = |node: NodeId| {
                let is_variable = self.tree.flags(node).has(Flags::VARIABLE);
                is_variable && kept.contains(node) && names.contains(&self.tree.label(node))
            };
            if inside.into_iter().any(is_named) {
                kept.extend(self.tree.subtree(at));
            }
        }
        kept
    }

    /// Takes out operators of which not two operands are left.
    fn remove_operators(&self, kept: &mut NodeSet) {
        let mut operators = NodeSet::new();
        for node in self.tree.ids().rev() {
            let is_operand = |child: NodeId| self.operands.contains_key(&child) || operators.contains(child);
            if self.tree.children(node).count() != 2 || !self.tree.children(node).all(is_operand) {
                continue;
            }
            operators.insert(node);
            if self.tree.children(node).filter(|&child| self.is_left(child, kept)).count() < 2 {
                kept.remove(node);
            }
        }
    }

    /// Whether something of a node is kept.
    fn is_left(&self, node: NodeId, kept: &NodeSet) -> bool {
        self.tree.subtree(node).any(|below| kept.contains(below))
    }

    /// Keeps what belongs to a unit: not the statements in it, nor operands that are not needed.
    fn part(&self, node: NodeId, unit: NodeId, kept: &mut NodeSet) {
        let is_inner = node != unit && (self.apart.contains(node) || self.tree.kind(node) == BRANCH);
        let is_pruned = self.variant.is_pruned
            && self.operands.get(&node).is_some_and(|units| !units.iter().any(|&unit| self.needed[unit]));
        if is_inner || is_pruned {
            return;
        }
        kept.insert(node);
        crate::stack::deep(|| self.tree.children(node).for_each(|child| self.part(child, unit, kept)));
    }
}
