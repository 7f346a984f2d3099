//! Expressions to values.

use super::super::library;
use super::super::term::Term;
use super::{Closure, Env, Machine, Stop, Value, bad_argument};
use crate::ast::NodeId;
use crate::stack::deep;

impl<'t> Machine<'_, 't> {
    fn all(&mut self, nodes: &[NodeId], env: &mut Env<'t>) -> Result<Vec<Term>, Stop> {
        nodes.iter().map(|&node| self.eval(node, env)).collect()
    }

    pub(super) fn eval(&mut self, node: NodeId, env: &mut Env<'t>) -> Value {
        deep(|| self.eval_here(node, env))
    }

    fn eval_here(&mut self, node: NodeId, env: &mut Env<'t>) -> Value {
        self.fuel = self.fuel.checked_sub(1).ok_or(Stop::GivenUp)?;
        let tree = self.tree;
        let parts = self.children(node);
        match tree.kind(node) {
            "var" => env.get(tree.label(node)).cloned().ok_or(Stop::GivenUp),
            "integer" | "float" | "char" | "atom" | "string" | "nil" => {
                Term::of_literal(tree, node).ok_or(Stop::GivenUp)
            }
            "tuple" => Ok(Term::Tuple(self.all(&parts, env)?)),
            "cons" => {
                let head = self.eval(parts[0], env)?;
                match self.eval(parts[1], env)? {
                    Term::List(mut tail) => {
                        tail.insert(0, head);
                        Ok(Term::List(tail))
                    }
                    _ => Err(Stop::GivenUp),
                }
            }
            "match_expr" => {
                let value = self.eval(parts[1], env)?;
                match self.fit(parts[0], &value, env)? {
                    0.0 => Ok(value),
                    _ => Err(Stop::Raised("error", Term::atom("badmatch"))),
                }
            }
            "case_expr" => {
                let value = self.eval(parts[0], env)?;
                self.branch(&parts[1..], &[value], env, "case_clause")
            }
            "if_expr" => self.branch(&parts, &[], env, "if_clause"),
            "block_expr" => self.body(&parts, env),
            "anonymous_fun" => Ok(self.closure(Closure::Local { fun: node, env: env.clone() })),
            "internal_fun" | "external_fun" => self.fun_name(node),
            "call" => {
                let args = self.all(&parts[1..], env)?;
                self.call(parts[0], &args, env)
            }
            "list_comprehension" => self.comprehension(&parts, env),
            "binary_op_expr" => self.operator(tree.label(node), &parts, env),
            "unary_op_expr" => {
                let value = self.eval(parts[0], env)?;
                library::unary(tree.label(node), value)
            }
            "map_expr" | "map_expr_update" => self.map(&parts, env),
            "catch_expr" => match self.eval(parts[0], env) {
                Err(Stop::Raised("throw", reason)) => Ok(reason),
                Err(Stop::Raised(_, reason)) => Ok(Term::Tuple(vec![Term::atom("EXIT"), reason])),
                other => other,
            },
            "try_expr" => self.attempt(&parts, env),
            _ => Err(Stop::GivenUp),
        }
    }

    fn attempt(&mut self, parts: &[NodeId], env: &mut Env<'t>) -> Value {
        let of_kind = |kind: &str| -> Vec<NodeId> {
            parts.iter().copied().filter(|&part| self.tree.kind(part) == kind).collect()
        };
        let (of, catches, after) = (of_kind("cr_clause"), of_kind("catch_clause"), of_kind("try_after"));
        let is_body = |part: &NodeId| !of.contains(part) && !catches.contains(part) && !after.contains(part);
        let body: Vec<NodeId> = parts.iter().copied().filter(is_body).collect();
        let mut scope = env.clone();
        let result = match self.body(&body, &mut scope) {
            Ok(value) if !of.is_empty() => self.branch(&of, &[value], &mut scope, "try_clause"),
            Err(Stop::Raised(class, reason)) => self.caught(&catches, class, reason, env.clone()),
            other => other,
        };
        for part in after {
            let statements = self.children(part);
            self.trace.reached.insert(part);
            self.body(&statements, &mut env.clone())?;
        }
        result
    }

    fn caught(&mut self, catches: &[NodeId], class: &'static str, reason: Term, mut env: Env<'t>) -> Value {
        for &clause in catches {
            let (patterns, ..) = self.parts(clause);
            // Without a class it is `throw`; a stack trace is not known here.
            let is_plain = patterns.len() == 1;
            let values = if is_plain {
                vec![reason.clone()]
            } else {
                vec![Term::atom(class), reason.clone(), Term::List(vec![])]
            };
            if is_plain && class != "throw" {
                continue;
            }
            if let Some((clause, mut scope)) = self.select(&[clause], &values, &env)? {
                return self.enter(clause, &mut scope);
            }
        }
        env.clear();
        Err(Stop::Raised(class, reason))
    }

    fn map(&mut self, parts: &[NodeId], env: &mut Env<'t>) -> Value {
        let mut pairs = Vec::new();
        for &part in parts {
            if self.tree.kind(part) == "map_field" {
                let field = self.children(part);
                pairs.push((self.eval(field[0], env)?, self.eval(field[1], env)?));
            } else {
                match self.eval(part, env)? {
                    Term::Map(known) => pairs.extend(known),
                    _ => return Err(Stop::Raised("error", Term::atom("badmap"))),
                }
            }
        }
        Ok(Term::map(pairs))
    }

    fn comprehension(&mut self, parts: &[NodeId], env: &Env<'t>) -> Value {
        let (qualifiers, templates): (Vec<NodeId>, Vec<NodeId>) =
            parts.iter().partition(|&&part| self.tree.kind(part) == "qualifiers");
        let qualifiers: Vec<NodeId> = qualifiers.iter().flat_map(|&node| self.children(node)).collect();
        let template = templates.first().copied().ok_or(Stop::GivenUp)?;
        let mut found = Vec::new();
        self.qualify(&qualifiers, template, env, &mut found)?;
        Ok(Term::List(found))
    }

    fn qualify(
        &mut self,
        qualifiers: &[NodeId],
        template: NodeId,
        env: &Env<'t>,
        found: &mut Vec<Term>,
    ) -> Result<(), Stop> {
        let Some((&first, rest)) = qualifiers.split_first() else {
            found.push(self.eval(template, &mut env.clone())?);
            return Ok(());
        };
        let parts = self.children(first);
        match self.tree.kind(first) {
            "generator" => {
                let Term::List(items) = self.eval(parts[1], &mut env.clone())? else {
                    return Err(Stop::Raised("error", Term::atom("bad_generator")));
                };
                for item in items {
                    let mut scope = env.clone();
                    self.tree.subtree(parts[0]).for_each(|node| drop(scope.remove(self.tree.label(node))));
                    if self.fit(parts[0], &item, &mut scope)? == 0.0 {
                        self.qualify(rest, template, &scope, found)?;
                    }
                }
                Ok(())
            }
            "b_generator" | "map_generator" => Err(Stop::GivenUp),
            _ => match self.quiet(first, &mut env.clone())? {
                Some(value) if value == Term::atom("true") => self.qualify(rest, template, env, found),
                _ => Ok(()),
            },
        }
    }

    fn operator(&mut self, label: &str, parts: &[NodeId], env: &mut Env<'t>) -> Value {
        let left = self.eval(parts[0], env)?;
        match (label, &left) {
            ("_andalso_", Term::Atom(name)) if name == "false" => Ok(left),
            ("_orelse_", Term::Atom(name)) if name == "true" => Ok(left),
            ("_andalso_" | "_orelse_", Term::Atom(_)) => self.eval(parts[1], env),
            ("_andalso_" | "_orelse_", _) => Err(bad_argument()),
            _ => {
                let right = self.eval(parts[1], env)?;
                library::binary(label, left, right)
            }
        }
    }
}
