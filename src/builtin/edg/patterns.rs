//! Patterns: what binds, what tests, and which clauses can be reached.
//!
//! The result of a pattern node is the value matched there. A part of a pattern pushes its field on the way
//! to the pattern around it, up to the value that is taken apart.

use crate::ast::{NodeId, Tree};
use crate::stack::deep;

use super::graph::{Aux, Field, Label, Need, When};
use super::lower::Lower;
use super::scope::Mark;

/// What a pattern needs to accept the same values as in the program.
pub(super) type Tests = Vec<(NodeId, Need)>;

impl<'t> Lower<'t> {
    /// Edges of a pattern up to its root, which the caller ties to the value.
    ///
    /// Names bound before `shadows` do not count as bound: heads of funs and generators shadow.
    pub(super) fn pattern(&mut self, node: NodeId, shadows: Mark, tests: &mut Tests) {
        deep(|| self.pattern_here(node, shadows, tests))
    }

    fn pattern_here(&mut self, node: NodeId, shadows: Mark, tests: &mut Tests) {
        match self.tree.kind(node) {
            "var" => self.pattern_variable(node, shadows, tests),
            "tuple" => {
                tests.push((node, Need::HEAD));
                for (idx, child) in self.children(node).into_iter().enumerate() {
                    self.pattern_part(child, node, Field::Element(idx as u32 + 1), shadows, tests);
                }
            }
            "cons" => {
                tests.push((node, Need::HEAD));
                for (child, field) in self.children(node).into_iter().zip([Field::Head, Field::Tail]) {
                    self.pattern_part(child, node, field, shadows, tests);
                }
            }
            "nil" | "atom" | "integer" | "char" | "float" => tests.push((node, Need::HEAD)),
            "match_expr" => {
                for child in self.children(node) {
                    self.pattern(child, shadows, tests);
                    self.edge(child, node, Label::Flow);
                }
                // Both sides must accept, so that neither can be lifted out.
                self.star(node, When::Kept, node, Need::RUN);
            }
            "record_expr" if self.record_module(node).is_some() => {
                self.record_pattern(node, shadows, tests);
            }
            "map_expr" => self.map_pattern(node, shadows, tests),
            _ => self.whole_pattern(node, shadows, tests),
        }
    }

    fn pattern_part(&mut self, part: NodeId, whole: NodeId, field: Field, shadows: Mark, tests: &mut Tests) {
        self.pattern(part, shadows, tests);
        self.edge(part, whole, Label::Push(field));
    }

    fn pattern_variable(&mut self, node: NodeId, shadows: Mark, tests: &mut Tests) {
        let name = self.tree.label(node);
        if name == "_" {
            return;
        }
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

    fn record_pattern(&mut self, node: NodeId, shadows: Mark, tests: &mut Tests) {
        // The text of a record pattern always asks for the name of the record, its first element.
        let tag = self.aux(Aux::Tag(node));
        self.edge(tag, node, Label::Push(Field::Element(1)));
        tests.push((node, Need::HEAD));
        tests.push((tag, Need::HEAD));
        for field in self.children(node) {
            self.star(field, When::Kept, tag, Need::HEAD);
            self.star(node, When::Kept, field, Need::RUN);
            let position = self.record_position(node, self.tree.label(field));
            for child in self.children(field) {
                self.pattern(child, shadows, tests);
                self.edge(child, field, Label::Flow);
            }
            match position {
                Some(position) => self.edge(field, node, Label::Push(Field::Element(position))),
                None => self.star(field, When::Kept, node, Need::FULL),
            }
        }
    }

    fn map_pattern(&mut self, node: NodeId, shadows: Mark, tests: &mut Tests) {
        tests.push((node, Need::FULL));
        for field in self.children(node) {
            let parts = self.children(field);
            let constant = parts.first().and_then(|&key| self.constant_key(key));
            for (idx, &part) in parts.iter().enumerate() {
                if idx == 0 {
                    self.expression(part);
                    self.star(field, When::Kept, part, Need::FULL);
                } else {
                    self.pattern(part, shadows, tests);
                    self.edge(part, field, Label::Flow);
                }
            }
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
    fn whole_pattern(&mut self, node: NodeId, shadows: Mark, tests: &mut Tests) {
        tests.push((node, Need::FULL));
        let mut ignored = Tests::new();
        for part in self.tree.subtree(node).skip(1) {
            if self.tree.kind(part) == "var" {
                self.pattern_variable(part, shadows, &mut ignored);
            }
            self.star(part, When::Kept, node, Need::FULL);
            self.star(node, When::Kept, part, Need::FULL);
        }
    }
}

/// Whether a pattern accepts every value: an unbound variable that stands there once, or `_`.
///
/// `bound` says which names are bound already; names seen here are added to `seen`.
pub(super) fn is_irrefutable<'t>(
    tree: &'t Tree,
    pattern: NodeId,
    bound: &dyn Fn(&str) -> bool,
    seen: &mut Vec<&'t str>,
) -> bool {
    deep(|| is_irrefutable_here(tree, pattern, bound, seen))
}

fn is_irrefutable_here<'t>(
    tree: &'t Tree,
    pattern: NodeId,
    bound: &dyn Fn(&str) -> bool,
    seen: &mut Vec<&'t str>,
) -> bool {
    match tree.kind(pattern) {
        "var" => {
            let name = tree.label(pattern);
            let is_fresh = name == "_" || !(bound(name) || seen.contains(&name));
            seen.push(name);
            is_fresh
        }
        "match_expr" => tree.children(pattern).all(|part| is_irrefutable(tree, part, bound, seen)),
        _ => false,
    }
}

/// Whether the guard of a clause is constant; `None` when it has to be evaluated.
pub(super) fn constant_guard(tree: &Tree, guard: NodeId) -> Option<bool> {
    let mut parts = tree.children(guard);
    let Some(first) = parts.next() else { return Some(true) };
    // Alternatives and conjunctions look alike here, so only a guard of one part is decided.
    match (tree.kind(first), parts.next()) {
        ("atom", None) => Some(tree.label(first) == "true"),
        ("integer" | "float" | "string" | "nil" | "char", None) => Some(false),
        _ => None,
    }
}

/// Shape of an expression or pattern as far as syntax tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape<'t> {
    Unknown,
    Atom(&'t str),
    Number(&'t str),
    Tuple,
    Cons,
    Nil,
    Fun,
    Other,
}

fn shape<'t>(tree: &'t Tree, node: NodeId) -> Shape<'t> {
    match tree.kind(node) {
        "atom" => Shape::Atom(tree.label(node)),
        "integer" => Shape::Number(tree.label(node)),
        "tuple" => Shape::Tuple,
        "cons" => Shape::Cons,
        "nil" => Shape::Nil,
        "string" if tree.label(node).is_empty() => Shape::Nil,
        "string" => Shape::Cons,
        "anonymous_fun" | "internal_fun" | "external_fun" => Shape::Fun,
        "map_expr" | "binary" => Shape::Other,
        _ => Shape::Unknown,
    }
}

/// Whether the value of an expression might match a pattern, by syntax alone.
pub(super) fn could_match(tree: &Tree, pattern: NodeId, expression: NodeId) -> bool {
    deep(|| could_match_here(tree, pattern, expression))
}

fn could_match_here(tree: &Tree, pattern: NodeId, expression: NodeId) -> bool {
    let (wanted, given) = (shape(tree, pattern), shape(tree, expression));
    match (wanted, given) {
        (Shape::Unknown, _) | (_, Shape::Unknown) => true,
        (Shape::Tuple, Shape::Tuple) | (Shape::Cons, Shape::Cons) => {
            if tree.kind(pattern) == "string" || tree.kind(expression) == "string" {
                return true;
            }
            let (parts, values) = (tree.children(pattern), tree.children(expression));
            parts.clone().count() == values.clone().count()
                && parts.zip(values).all(|(part, value)| could_match(tree, part, value))
        }
        (Shape::Other, Shape::Other) => true,
        // Numbers may be written in several ways; equal labels are not asked for.
        (Shape::Number(wanted), Shape::Number(given)) => {
            let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            !(plain(wanted) && plain(given)) || wanted == given
        }
        (wanted, given) => wanted == given,
    }
}
