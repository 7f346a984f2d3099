//! Expressions to values.

use super::super::library;
use super::super::term::Term;
use super::{Closure, Env, Machine, Stop, Value, bad_argument};
use crate::ast::{NodeId, Siblings};
use crate::languages::erlang::syntax::{Expr, Field, Kind, Qualifier, Try};
use crate::stack::deep;

impl<'t> Machine<'_, 't> {
    fn all(&mut self, nodes: Siblings<'t>, env: &mut Env<'t>) -> Result<Vec<Term>, Stop> {
        nodes.map(|node| self.eval(node, env)).collect()
    }

    pub(super) fn eval(&mut self, node: NodeId, env: &mut Env<'t>) -> Value {
        deep(|| {
            self.fuel = self.fuel.checked_sub(1).ok_or(Stop::GivenUp)?;
            match self.syntax.expr(node) {
                Expr::Variable(name) => env.get(name).cloned().ok_or(Stop::GivenUp),
                Expr::Integer(_)
                | Expr::Float(_)
                | Expr::Char(_)
                | Expr::Atom(_)
                | Expr::String(_)
                | Expr::Nil => Term::of_literal(self.syntax, node).ok_or(Stop::GivenUp),
                Expr::Tuple(parts) => Ok(Term::Tuple(self.all(parts, env)?)),
                Expr::Cons { head, tail } => self.cons(head, tail, env),
                Expr::Match { pattern, value } => self.matched(pattern, value, env),
                Expr::Case { subject, clauses } => self.case(subject, clauses, env),
                Expr::If(clauses) => self.branch(clauses, &[], env, "if_clause"),
                Expr::Block(statements) => self.body(statements, env),
                Expr::Fun { .. } => Ok(self.closure(Closure::Local { fun: node, env: env.clone() })),
                Expr::FunRef(named) => self.fun_name(node, named),
                Expr::Call { callee, arguments } => self.called(callee, arguments, env),
                Expr::Comprehension { template, qualifiers } => {
                    self.comprehension(node, template, qualifiers, env)
                }
                Expr::BinaryOperator { operator, left, right } => self.operator(operator, left, right, env),
                Expr::UnaryOperator { operator, operand } => {
                    self.eval(operand, env).and_then(|value| library::unary(operator, value))
                }
                Expr::Map(fields) => self.map(None, fields, env),
                Expr::MapUpdate { map, fields } => self.map(Some(map), fields, env),
                Expr::Catch(inner) => self.eval(inner, env).or_else(|stop| match stop {
                    Stop::Raised("throw", reason) => Ok(reason),
                    Stop::Raised(_, reason) => Ok(Term::Tuple(vec![Term::atom("EXIT"), reason])),
                    Stop::GivenUp => Err(stop),
                }),
                Expr::Try(parts) => self.attempt(parts, env),
                // Whatever else there is, the tracer ends at it.
                _ => Err(Stop::GivenUp),
            }
        })
    }

    // Apart from the match above, whose room on the stack each of them would take otherwise.

    fn cons(&mut self, head: NodeId, tail: NodeId, env: &mut Env<'t>) -> Value {
        let head = self.eval(head, env)?;
        match self.eval(tail, env)? {
            Term::List(mut tail) => {
                tail.insert(0, head);
                Ok(Term::List(tail))
            }
            _ => Err(Stop::GivenUp),
        }
    }

    fn matched(&mut self, pattern: NodeId, value: NodeId, env: &mut Env<'t>) -> Value {
        let value = self.eval(value, env)?;
        match self.fit(pattern, &value, env)? {
            0.0 => Ok(value),
            _ => Err(Stop::Raised("error", Term::atom("badmatch"))),
        }
    }

    fn case(&mut self, subject: NodeId, clauses: Siblings<'t>, env: &mut Env<'t>) -> Value {
        let value = self.eval(subject, env)?;
        self.branch(clauses, &[value], env, "case_clause")
    }

    fn called(&mut self, callee: NodeId, arguments: Siblings<'t>, env: &mut Env<'t>) -> Value {
        let args = self.all(arguments, env)?;
        self.call(callee, &args, env)
    }

    fn comprehension(&mut self, node: NodeId, template: NodeId, qualifiers: NodeId, env: &Env<'t>) -> Value {
        if self.syntax.kind(node) != Kind::ListComprehension {
            return Err(Stop::GivenUp);
        }
        let mut found = Vec::new();
        self.qualify(self.tree.children(qualifiers), template, env, &mut found)?;
        Ok(Term::List(found))
    }

    fn attempt(&mut self, parts: Try<'t>, env: &mut Env<'t>) -> Value {
        let mut scope = env.clone();
        let has_of = parts.of.clone().next().is_some();
        let result = match self.body(parts.body, &mut scope) {
            Ok(value) if has_of => self.branch(parts.of, &[value], &mut scope, "try_clause"),
            Err(Stop::Raised(class, reason)) => self.caught(parts.catches, class, reason, env.clone()),
            other => other,
        };
        if let Some(after) = parts.after {
            self.trace.reached.insert(after);
            self.body(self.tree.children(after), &mut env.clone())?;
        }
        result
    }

    fn caught(
        &mut self,
        catches: Siblings<'t>,
        class: &'static str,
        reason: Term,
        mut env: Env<'t>,
    ) -> Value {
        // A stack trace is not known here.
        let values = [Term::atom(class), reason.clone(), Term::List(vec![])];
        for clause in catches {
            if let Some((clause, mut scope)) = self.select([clause].into_iter(), &values, &env)? {
                return self.enter(clause, &mut scope);
            }
        }
        env.clear();
        Err(Stop::Raised(class, reason))
    }

    fn map(&mut self, map: Option<NodeId>, fields: Siblings<'t>, env: &mut Env<'t>) -> Value {
        let mut pairs = match map.map(|map| self.eval(map, env)).transpose()? {
            None => Vec::new(),
            Some(Term::Map(known)) => known,
            Some(_) => return Err(Stop::Raised("error", Term::atom("badmap"))),
        };
        for field in fields {
            let Some(Field::Map { key, value }) = self.syntax.field(field) else { return Err(Stop::GivenUp) };
            pairs.push((self.eval(key, env)?, self.eval(value, env)?));
        }
        Ok(Term::map(pairs))
    }

    fn qualify(
        &mut self,
        mut qualifiers: Siblings<'t>,
        template: NodeId,
        env: &Env<'t>,
        found: &mut Vec<Term>,
    ) -> Result<(), Stop> {
        let Some(first) = qualifiers.next() else {
            found.push(self.eval(template, &mut env.clone())?);
            return Ok(());
        };
        match self.syntax.qualifier(first) {
            Qualifier::List { pattern, source } => {
                let Term::List(items) = self.eval(source, &mut env.clone())? else {
                    return Err(Stop::Raised("error", Term::atom("bad_generator")));
                };
                for item in items {
                    let mut scope = env.clone();
                    self.forget(pattern, &mut scope);
                    if self.fit(pattern, &item, &mut scope)? == 0.0 {
                        self.qualify(qualifiers.clone(), template, &scope, found)?;
                    }
                }
                Ok(())
            }
            Qualifier::Binary { .. } | Qualifier::Map { .. } => Err(Stop::GivenUp),
            Qualifier::Filter => match self.quiet(first, &mut env.clone())? {
                Some(value) if value == Term::atom("true") => self.qualify(qualifiers, template, env, found),
                _ => Ok(()),
            },
        }
    }

    /// Variables of a pattern that shadows are new.
    pub(super) fn forget(&self, pattern: NodeId, scope: &mut Env<'t>) {
        for node in self.tree.subtree(pattern) {
            if let Expr::Variable(name) = self.syntax.expr(node) {
                scope.remove(name);
            }
        }
    }

    fn operator(&mut self, operator: &str, left: NodeId, right: NodeId, env: &mut Env<'t>) -> Value {
        let left = self.eval(left, env)?;
        match (operator, &left) {
            ("andalso", Term::Atom(name)) if name == "false" => Ok(left),
            ("orelse", Term::Atom(name)) if name == "true" => Ok(left),
            ("andalso" | "orelse", Term::Atom(_)) => self.eval(right, env),
            ("andalso" | "orelse", _) => Err(bad_argument()),
            _ => {
                let right = self.eval(right, env)?;
                library::binary(operator, left, right)
            }
        }
    }
}
