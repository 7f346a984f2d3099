//! Which clause takes values, and how far the others were from it.

use super::super::distance::{FAR, apart, relation};
use super::super::term::Term;
use super::{Env, Machine, Stop};
use crate::ast::NodeId;
use crate::languages::erlang::syntax::{Expr, Field, Kind};
use crate::stack::deep;

impl<'t> Machine<'_, 't> {
    /// The first clause that takes the values, with its variables; distances of those asked for.
    pub(super) fn select(
        &mut self,
        clauses: impl Iterator<Item = NodeId>,
        values: &[Term],
        env: &Env<'t>,
    ) -> Result<Option<(NodeId, Env<'t>)>, Stop> {
        let mut chosen: Option<(NodeId, Env<'t>)> = None;
        for clause in clauses {
            let is_target = self.targets.contains(clause);
            if chosen.is_some() && !is_target {
                continue;
            }
            let parts = self.syntax.clause(clause).ok_or(Stop::GivenUp)?;
            let mut scope = env.clone();
            let mut distance = 0.0;
            if self.syntax.kind(clause) == Kind::FunClause {
                parts.patterns.clone().for_each(|pattern| self.forget(pattern, &mut scope));
            }
            for (pattern, value) in parts.patterns.zip(values) {
                distance += self.fit(pattern, value, &mut scope)?;
            }
            distance = if distance > 0.0 {
                4.0 * FAR + distance
            } else {
                self.guard(parts.guard, &mut scope, true)?
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
        let mut parts = self.syntax.clause(clause).ok_or(Stop::GivenUp)?;
        let by_guard = match self.tree.subtree(parts.guard).len() {
            1 => 2.0 * FAR,
            _ => self.guard(parts.guard, scope, false)?,
        };
        let is_open = parts.patterns.all(|pattern| match self.syntax.expr(pattern) {
            Expr::Wildcard => true,
            Expr::Variable(_) => !self.is_repeated(pattern),
            _ => false,
        });
        Ok(if is_open { by_guard } else { by_guard.min(1.0) })
    }

    fn is_repeated(&self, variable: NodeId) -> bool {
        let is_bound_before =
            |&node: &NodeId| node < variable && self.tree.label(node) == self.tree.label(variable);
        let clause = self.tree.parent(variable);
        clause.is_some_and(|clause| self.tree.subtree(clause).any(|node| is_bound_before(&node)))
    }

    /// Distance of a guard slot from being true, or false; 0 when it is.
    fn guard(&mut self, guard: NodeId, scope: &mut Env<'t>, wanted: bool) -> Result<f64, Stop> {
        let mut distances = Vec::new();
        for tests in self.syntax.alternatives(guard) {
            let distances_here: Result<Vec<f64>, Stop> =
                tests.into_iter().map(|test| self.condition(test, scope, wanted)).collect();
            let all = distances_here?.into_iter();
            distances.push(if wanted { all.sum() } else { all.fold(f64::INFINITY, f64::min) });
        }
        let all = distances.into_iter();
        Ok(if wanted { all.reduce(f64::min).unwrap_or(0.0) } else { all.sum() })
    }

    fn condition(&mut self, node: NodeId, scope: &mut Env<'t>, wanted: bool) -> Result<f64, Stop> {
        deep(|| match self.syntax.expr(node) {
            Expr::UnaryOperator { operator: "not", operand } => self.condition(operand, scope, !wanted),
            Expr::BinaryOperator { operator, left, right } => match operator {
                "andalso" | "and" | "orelse" | "or" => {
                    let left = self.condition(left, scope, wanted)?;
                    let right = self.condition(right, scope, wanted)?;
                    let needs_both = operator.starts_with("and") == wanted;
                    Ok(if needs_both { left + right } else { left.min(right) })
                }
                _ => {
                    let sides = (self.quiet(left, scope)?, self.quiet(right, scope)?);
                    let (Some(left), Some(right)) = sides else {
                        return Ok(if wanted { 2.0 * FAR } else { 0.0 });
                    };
                    Ok(relation(operator, &left, &right, wanted).unwrap_or(FAR))
                }
            },
            _ => {
                let is_met = match self.quiet(node, scope)? {
                    Some(value) => (value == Term::atom("true")) == wanted,
                    None => !wanted,
                };
                Ok(if is_met { 0.0 } else { FAR })
            }
        })
    }

    /// Distance of a value from a pattern, 0 when it matches; binds variables.
    pub(super) fn fit(&mut self, pattern: NodeId, value: &Term, scope: &mut Env<'t>) -> Result<f64, Stop> {
        deep(|| {
            Ok(match (self.syntax.expr(pattern), value) {
                (Expr::Wildcard, _) => 0.0,
                (Expr::Variable(name), _) => match scope.get(name) {
                    Some(known) => apart(known, value),
                    None => {
                        scope.insert(name, value.clone());
                        0.0
                    }
                },
                (Expr::Tuple(parts), Term::Tuple(values)) if values.len() == parts.clone().count() => {
                    let mut sum = 0.0;
                    for (part, value) in parts.zip(values) {
                        sum += self.fit(part, value, scope)?;
                    }
                    sum
                }
                (Expr::Cons { head, tail }, Term::List(values)) => match values.split_first() {
                    Some((first, rest)) => {
                        self.fit(head, first, scope)? + self.fit(tail, &Term::List(rest.to_vec()), scope)?
                    }
                    None => FAR,
                },
                (Expr::Match { pattern, value: other }, _) => {
                    self.fit(pattern, value, scope)? + self.fit(other, value, scope)?
                }
                (Expr::BinaryOperator { operator: "++", left, right }, Term::List(values)) => {
                    match Term::of_literal(self.syntax, left) {
                        Some(Term::List(prefix)) if values.starts_with(&prefix) => {
                            let rest = Term::List(values[prefix.len()..].to_vec());
                            self.fit(right, &rest, scope)?
                        }
                        Some(Term::List(prefix)) => {
                            let start = values[..prefix.len().min(values.len())].to_vec();
                            apart(&Term::List(prefix), &Term::List(start))
                        }
                        _ => return Err(Stop::GivenUp),
                    }
                }
                (Expr::Map(fields), Term::Map(pairs)) => {
                    let mut sum = 0.0;
                    for field in fields {
                        let Some(Field::Map { key, value }) = self.syntax.field(field) else {
                            return Err(Stop::GivenUp);
                        };
                        let key = self.eval(key, scope)?;
                        sum += match pairs.iter().find(|(known, _)| *known == key) {
                            Some((_, held)) => self.fit(value, held, scope)?,
                            None => FAR,
                        };
                    }
                    sum
                }
                (Expr::Tuple(_) | Expr::Cons { .. } | Expr::Map(_), _) => FAR,
                (Expr::Binary(_) | Expr::Record { .. } | Expr::Macro, _) => return Err(Stop::GivenUp),
                _ => {
                    let wanted = self.eval(pattern, scope)?;
                    apart(&wanted, value)
                }
            })
        })
    }
}
