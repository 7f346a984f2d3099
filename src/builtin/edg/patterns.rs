//! Patterns: what binds, what tests, and which clauses can be reached.
//!
//! The result of a pattern node is the value matched there. A part of a pattern pushes its field on the way
//! to the pattern around it, up to the value that is taken apart.

use crate::ast::{NodeId, Siblings};
use crate::languages::erlang::scope::Checkpoint;
use crate::languages::erlang::syntax::{Expr, Field, Syntax};
use crate::stack::deep;

use super::graph::{Aux, Component, Label, Need, When};
use super::state::{Lower, LoweredClause};

/// What a pattern needs to accept the same values as in the program.
pub(super) type Tests = Vec<(NodeId, Need)>;

impl<'t> Lower<'t> {
    /// Edges of a pattern up to its root, which the caller ties to the value.
    ///
    /// Names bound before `shadows` do not count as bound: heads of funs and generators shadow.
    pub(super) fn pattern(&mut self, node: NodeId, shadows: Checkpoint, tests: &mut Tests) {
        deep(|| self.pattern_here(node, shadows, tests))
    }

    fn pattern_here(&mut self, node: NodeId, shadows: Checkpoint, tests: &mut Tests) {
        match self.syntax.expr(node) {
            Expr::Wildcard => {}
            Expr::Variable(name) => self.pattern_variable(node, name, shadows, tests),
            Expr::Tuple(parts) => {
                tests.push((node, Need::HEAD));
                for (idx, child) in parts.enumerate() {
                    self.pattern_part(child, node, Component::Element(idx as u32 + 1), shadows, tests);
                }
            }
            Expr::Cons { head, tail } => {
                tests.push((node, Need::HEAD));
                self.pattern_part(head, node, Component::Head, shadows, tests);
                self.pattern_part(tail, node, Component::Tail, shadows, tests);
            }
            Expr::Nil | Expr::Atom(_) | Expr::Integer(_) | Expr::Char(_) | Expr::Float(_) => {
                tests.push((node, Need::HEAD));
            }
            Expr::Match { pattern, value } => {
                for child in [pattern, value] {
                    self.pattern(child, shadows, tests);
                    self.edge(child, node, Label::Flow);
                }
                // Both sides must accept, so that neither can be lifted out.
                self.star(node, When::Kept, node, Need::RUN);
            }
            Expr::Record { name, fields } if self.record_module(node, name).is_some() => {
                self.record_pattern(node, name, fields, shadows, tests);
            }
            Expr::Map(fields) => self.map_pattern(node, fields, shadows, tests),
            // Binaries, prefixes of strings, macros, and what the compiler refuses.
            _ => self.whole_pattern(node, shadows, tests),
        }
    }

    fn pattern_part(
        &mut self,
        part: NodeId,
        whole: NodeId,
        field: Component,
        shadows: Checkpoint,
        tests: &mut Tests,
    ) {
        self.pattern(part, shadows, tests);
        self.edge(part, whole, Label::Push(field));
    }

    fn pattern_variable(&mut self, node: NodeId, name: &'t str, shadows: Checkpoint, tests: &mut Tests) {
        let is_test = match self.shadowing {
            true => self.scope.is_bound_since(shadows, name),
            false => self.scope.is_bound(name),
        };
        if is_test {
            tests.push((node, Need::FULL));
            for binder in self.scope.binders(name).to_vec() {
                self.edge(node, binder, Label::Flow);
            }
        } else {
            self.scope.bind(name, vec![node]);
        }
    }

    fn record_pattern(
        &mut self,
        node: NodeId,
        name: &str,
        fields: Siblings<'t>,
        shadows: Checkpoint,
        tests: &mut Tests,
    ) {
        // The text of a record pattern always asks for the name of the record, its first element.
        let tag = self.aux(Aux::Tag(node));
        self.edge(tag, node, Label::Push(Component::Element(1)));
        tests.push((node, Need::HEAD));
        tests.push((tag, Need::HEAD));
        for field in fields {
            self.star(field, When::Kept, tag, Need::HEAD);
            self.star(node, When::Kept, field, Need::RUN);
            let position = self.record_position(name, field);
            if let Some(value) = self.syntax.field(field).map(Field::value) {
                self.pattern(value, shadows, tests);
                self.edge(value, field, Label::Flow);
            }
            match position {
                Some(position) => self.edge(field, node, Label::Push(Component::Element(position))),
                None => self.star(field, When::Kept, node, Need::FULL),
            }
        }
    }

    fn map_pattern(&mut self, node: NodeId, fields: Siblings<'t>, shadows: Checkpoint, tests: &mut Tests) {
        tests.push((node, Need::FULL));
        for field in fields {
            let Some(Field::Map { key, value }) = self.syntax.field(field) else { continue };
            let constant = self.constant_key(key);
            self.expression(key);
            self.star(field, When::Kept, key, Need::FULL);
            self.pattern(value, shadows, tests);
            self.edge(value, field, Label::Flow);
            tests.push((field, Need::HEAD));
            // The text of a map pattern asks for its keys.
            self.star(node, When::Kept, field, Need::HEAD);
            match constant {
                Some(key) => self.edge(field, node, Label::Push(key)),
                None => self.star(field, When::Kept, node, Need::FULL),
            }
        }
    }

    /// A pattern that stays or goes as a whole: binaries, prefixes of strings, macros.
    fn whole_pattern(&mut self, node: NodeId, shadows: Checkpoint, tests: &mut Tests) {
        tests.push((node, Need::FULL));
        let mut ignored = Tests::new();
        for part in self.tree.subtree(node).skip(1) {
            self.star(part, When::Kept, node, Need::FULL);
            self.star(node, When::Kept, part, Need::FULL);
        }
        self.pattern_names(node, shadows, &mut ignored);
    }

    /// Variables of a pattern that stays or goes as a whole: those of sizes are used, all others are bound or tested.
    pub(super) fn pattern_names(&mut self, node: NodeId, shadows: Checkpoint, tests: &mut Tests) {
        deep(|| match (self.syntax.expr(node), self.syntax.segment(node)) {
            (Expr::Variable(name), _) => self.pattern_variable(node, name, shadows, tests),
            (_, Some(segment)) => {
                if let Some(size) = segment.size {
                    self.size(size, shadows);
                }
                self.pattern_names(segment.value, shadows, tests);
            }
            _ => {
                for part in self.tree.children(node).collect::<Vec<_>>() {
                    self.pattern_names(part, shadows, tests);
                }
            }
        })
    }

    /// Size of a segment: it sees what earlier segments bind and, in heads that shadow, what these hide.
    fn size(&mut self, size: NodeId, shadows: Checkpoint) {
        self.expression(size);
        for part in self.tree.subtree(size) {
            if let (true, Expr::Variable(name)) = (self.shadowing, self.syntax.expr(part)) {
                for binder in self.scope.binders_before(shadows, name).to_vec() {
                    self.edge(part, binder, Label::Flow);
                }
            }
        }
    }
}

/// Whether a pattern accepts every value: an unbound variable that stands there once, or `_`.
///
/// `bound` says which names are bound already; names seen here are added to `seen`.
pub(super) fn is_irrefutable<'t>(
    syntax: &Syntax<'t>,
    pattern: NodeId,
    bound: &dyn Fn(&str) -> bool,
    seen: &mut Vec<&'t str>,
) -> bool {
    deep(|| is_irrefutable_here(syntax, pattern, bound, seen))
}

fn is_irrefutable_here<'t>(
    syntax: &Syntax<'t>,
    pattern: NodeId,
    bound: &dyn Fn(&str) -> bool,
    seen: &mut Vec<&'t str>,
) -> bool {
    match syntax.expr(pattern) {
        Expr::Wildcard => true,
        Expr::Variable(name) => {
            let is_fresh = !(bound(name) || seen.contains(&name));
            seen.push(name);
            is_fresh
        }
        Expr::Match { pattern, value } => {
            [pattern, value].into_iter().all(|part| is_irrefutable(syntax, part, bound, seen))
        }
        _ => false,
    }
}

/// Whether the guard of a clause is constant; `None` when it has to be evaluated.
pub(super) fn constant_guard(syntax: &Syntax<'_>, guard: NodeId) -> Option<bool> {
    let mut tests = syntax.tree.children(guard);
    let Some(first) = tests.next() else { return Some(true) };
    if tests.next().is_some() {
        return None;
    }
    match syntax.expr(first) {
        Expr::Atom(name) => Some(name == "true"),
        Expr::Integer(_) | Expr::Float(_) | Expr::String(_) | Expr::Nil | Expr::Char(_) => Some(false),
        _ => None,
    }
}

/// Whether the value of an expression might match a pattern, by syntax alone.
pub(super) fn could_match(syntax: &Syntax<'_>, pattern: NodeId, expression: NodeId) -> bool {
    deep(|| could_match_here(syntax, pattern, expression))
}

fn could_match_here<'t>(syntax: &Syntax<'t>, pattern: NodeId, expression: NodeId) -> bool {
    let (wanted, given) = (syntax.expr(pattern), syntax.expr(expression));
    let (Some(wanted_class), Some(given_class)) = (class(&wanted), class(&given)) else { return true };
    let could = |(part, value)| could_match(syntax, part, value);
    match (wanted, given) {
        (Expr::Atom(wanted), Expr::Atom(given)) => wanted == given,
        // Numbers may be written in several ways; equal labels are not asked for.
        (Expr::Integer(wanted), Expr::Integer(given)) => {
            let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            let digits = |text: &'t str| text.trim_start_matches('0');
            !(plain(wanted) && plain(given)) || digits(wanted) == digits(given)
        }
        (Expr::Tuple(parts), Expr::Tuple(values)) => {
            parts.clone().count() == values.clone().count() && parts.zip(values).all(could)
        }
        (Expr::Cons { head, tail }, Expr::Cons { head: first, tail: rest }) => {
            could((head, first)) && could((tail, rest))
        }
        _ => wanted_class == given_class,
    }
}

/// Values of different classes never match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValueClass {
    Atom,
    Number,
    Tuple,
    Cons,
    Nil,
    Fun,
    Other,
}

/// Class of an expression or pattern as far as syntax tells.
fn class(expr: &Expr<'_>) -> Option<ValueClass> {
    Some(match expr {
        Expr::Atom(_) => ValueClass::Atom,
        Expr::Integer(_) => ValueClass::Number,
        Expr::Tuple(_) => ValueClass::Tuple,
        Expr::Nil | Expr::String("") => ValueClass::Nil,
        Expr::Cons { .. } | Expr::String(_) => ValueClass::Cons,
        Expr::Fun { .. } | Expr::FunRef(_) => ValueClass::Fun,
        Expr::Map(_) | Expr::Binary(_) => ValueClass::Other,
        _ => return None,
    })
}

/// Clauses that can be reached: they might match, and none before them takes everything.
///
/// When there is none, the first: the syntax wants one, and it may be the one that fails.
pub(super) fn reached(
    clauses: &[LoweredClause],
    could: impl Fn(&LoweredClause) -> bool,
) -> Vec<LoweredClause> {
    let found = reachable(clauses, could);
    if found.is_empty() { clauses.first().cloned().into_iter().collect() } else { found }
}

fn reachable(clauses: &[LoweredClause], could: impl Fn(&LoweredClause) -> bool) -> Vec<LoweredClause> {
    let mut found = Vec::new();
    for clause in clauses.iter().filter(|clause| !clause.never && could(clause)) {
        found.push(clause.clone());
        if clause.always {
            break;
        }
    }
    found
}
