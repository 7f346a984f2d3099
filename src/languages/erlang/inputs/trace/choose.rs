//! Which clause takes values, and how far the others were from it.

use super::super::distance::{FAR, apart, relation};
use super::super::term::Term;
use super::{Env, Machine, Stop};
use crate::ast::NodeId;
use crate::stack::deep;

impl<'t> Machine<'_, 't> {
    /// The first clause that takes the values, with its variables; distances of those asked for.
    pub(super) fn select(
        &mut self,
        clauses: &[NodeId],
        values: &[Term],
        env: &Env<'t>,
    ) -> Result<Option<(NodeId, Env<'t>)>, Stop> {
        let mut chosen: Option<(NodeId, Env<'t>)> = None;
        for &clause in clauses {
            let is_target = self.targets.contains(clause);
            if chosen.is_some() && !is_target {
                continue;
            }
            let (patterns, guard, _) = self.parts(clause);
            let mut scope = env.clone();
            let mut distance = 0.0;
            if self.tree.kind(clause) == "fun_clause" {
                for &pattern in &patterns {
                    self.tree.subtree(pattern).for_each(|node| drop(scope.remove(self.tree.label(node))));
                }
            }
            for (&pattern, value) in patterns.iter().zip(values) {
                distance += self.fit(pattern, value, &mut scope)?;
            }
            distance = if distance > 0.0 {
                4.0 * FAR + distance
            } else {
                guard.map_or(Ok(0.0), |guard| self.guard(guard, &mut scope, true))?
            };
            if let Some((before, scope)) = &mut chosen {
                // The clause that was taken must let go first.
                let (before, mut scope) = (*before, scope.clone());
                distance += self.escape(before, &mut scope)?;
                self.miss(clause, distance.max(0.5));
            } else if distance > 0.0 {
                self.miss(clause, distance);
            } else {
                chosen = Some((clause, scope));
            }
        }
        Ok(chosen)
    }

    fn miss(&mut self, clause: NodeId, distance: f64) {
        if self.targets.contains(clause) {
            let least = self.trace.distances.entry(clause).or_insert(f64::INFINITY);
            *least = least.min(distance);
        }
    }

    /// How far a clause that was taken is from not being taken.
    fn escape(&mut self, clause: NodeId, scope: &mut Env<'t>) -> Result<f64, Stop> {
        let (patterns, guard, _) = self.parts(clause);
        let by_guard = match guard {
            Some(guard) if self.tree.subtree(guard).len() > 1 => self.guard(guard, scope, false)?,
            _ => 2.0 * FAR,
        };
        let is_open =
            patterns.iter().all(|&pattern| self.tree.kind(pattern) == "var" && !self.is_repeated(pattern));
        Ok(if is_open { by_guard } else { by_guard.min(1.0) })
    }

    fn is_repeated(&self, variable: NodeId) -> bool {
        let is_bound_before =
            |&node: &NodeId| node < variable && self.tree.label(node) == self.tree.label(variable);
        let clause = self.tree.parent(variable);
        !self.tree.is_placeholder(variable)
            && clause.is_some_and(|clause| self.tree.subtree(clause).any(|node| is_bound_before(&node)))
    }

    /// Distance of a guard slot from being true, or false; 0 when it is.
    fn guard(&mut self, guard: NodeId, scope: &mut Env<'t>, wanted: bool) -> Result<f64, Stop> {
        let conditions = self.children(guard);
        let mut alternatives: Vec<f64> = Vec::new();
        let mut previous: Option<NodeId> = None;
        for condition in conditions {
            let distance = self.condition(condition, scope, wanted)?;
            let is_new = previous.is_none_or(|previous| self.is_alternative(previous, condition));
            match alternatives.last_mut() {
                Some(last) if !is_new => *last = if wanted { *last + distance } else { last.min(distance) },
                _ => alternatives.push(distance),
            }
            previous = Some(condition);
        }
        let all = alternatives.into_iter();
        Ok(if wanted { all.reduce(f64::min).unwrap_or(0.0) } else { all.sum() })
    }

    /// Whether `;` stands between two conditions.
    fn is_alternative(&self, before: NodeId, after: NodeId) -> bool {
        let text = &self.tree.file(self.tree.file_of(before)).text;
        let (end, start) = (self.tree.span(before).end, self.tree.span(after).start);
        text.get(end..start).is_some_and(|between| between.contains(';'))
    }

    fn condition(&mut self, node: NodeId, scope: &mut Env<'t>, wanted: bool) -> Result<f64, Stop> {
        deep(|| self.condition_here(node, scope, wanted))
    }

    fn condition_here(&mut self, node: NodeId, scope: &mut Env<'t>, wanted: bool) -> Result<f64, Stop> {
        let (label, parts) = (self.tree.label(node), self.children(node));
        match (self.tree.kind(node), &parts[..]) {
            ("unary_op_expr", &[part]) if label == "not_" => self.condition(part, scope, !wanted),
            ("binary_op_expr", &[left, right]) => match label {
                "_andalso_" | "_and_" | "_orelse_" | "_or_" => {
                    let left = self.condition(left, scope, wanted)?;
                    let right = self.condition(right, scope, wanted)?;
                    let needs_both = label.starts_with("_and") == wanted;
                    Ok(if needs_both { left + right } else { left.min(right) })
                }
                _ => {
                    let sides = (self.quiet(left, scope)?, self.quiet(right, scope)?);
                    let (Some(left), Some(right)) = sides else {
                        return Ok(if wanted { 2.0 * FAR } else { 0.0 });
                    };
                    Ok(relation(label, &left, &right, wanted).unwrap_or(FAR))
                }
            },
            _ => {
                let is_met = match self.quiet(node, scope)? {
                    Some(value) => (value == Term::atom("true")) == wanted,
                    None => !wanted,
                };
                Ok(if is_met { 0.0 } else { FAR })
            }
        }
    }

    /// Distance of a value from a pattern, 0 when it matches; binds variables.
    pub(super) fn fit(&mut self, pattern: NodeId, value: &Term, scope: &mut Env<'t>) -> Result<f64, Stop> {
        deep(|| self.fit_here(pattern, value, scope))
    }

    fn fit_here(&mut self, pattern: NodeId, value: &Term, scope: &mut Env<'t>) -> Result<f64, Stop> {
        let parts = self.children(pattern);
        let label = self.tree.label(pattern);
        Ok(match (self.tree.kind(pattern), value) {
            ("var", _) if self.tree.is_placeholder(pattern) => 0.0,
            ("var", _) => match scope.get(label) {
                Some(known) => apart(known, value),
                None => {
                    scope.insert(label, value.clone());
                    0.0
                }
            },
            ("tuple", Term::Tuple(values)) if values.len() == parts.len() => {
                let mut sum = 0.0;
                for (&part, value) in parts.iter().zip(values) {
                    sum += self.fit(part, value, scope)?;
                }
                sum
            }
            ("cons", Term::List(values)) => match values.split_first() {
                Some((head, tail)) => {
                    let head = self.fit(parts[0], head, scope)?;
                    let tail = Term::List(tail.to_vec());
                    let rest = parts.get(1).map_or(Ok(0.0), |&rest| self.fit(rest, &tail, scope))?;
                    head + rest
                }
                None => FAR,
            },
            ("match_expr", _) => {
                let mut sum = 0.0;
                for part in parts {
                    sum += self.fit(part, value, scope)?;
                }
                sum
            }
            ("binary_op_expr", Term::List(values)) if label == "_++_" && parts.len() == 2 => {
                match Term::of_literal(self.tree, parts[0]) {
                    Some(Term::List(prefix)) if values.starts_with(&prefix) => {
                        let rest = Term::List(values[prefix.len()..].to_vec());
                        self.fit(parts[1], &rest, scope)?
                    }
                    Some(Term::List(prefix)) => apart(
                        &Term::List(prefix.clone()),
                        &Term::List(values[..prefix.len().min(values.len())].to_vec()),
                    ),
                    _ => return Err(Stop::GivenUp),
                }
            }
            ("map_expr", Term::Map(pairs)) => {
                let mut sum = 0.0;
                for field in parts {
                    let field = self.children(field);
                    let key = self.eval(field[0], scope)?;
                    sum += match pairs.iter().find(|(known, _)| *known == key) {
                        Some((_, value)) => self.fit(field[1], value, scope)?,
                        None => FAR,
                    };
                }
                sum
            }
            ("tuple" | "cons" | "map_expr", _) => FAR,
            ("binary" | "record_expr" | "macro_call_expr", _) => return Err(Stop::GivenUp),
            _ => {
                let wanted = self.eval(pattern, scope)?;
                apart(&wanted, value)
            }
        })
    }
}
