//! The tree as the server wants it: each node with its switch, labels as terms.

use crate::ast::{NodeId, Tree};
use crate::error::{self, Error};
use crate::stack::deep;

use super::etf::Term;
use crate::languages::erlang::module::Module;
use crate::languages::erlang::syntax::{Callee, Expr, Field, FunRef, Kind, Name, Syntax};
use crate::oracle::Question;

/// What the server is given of a program.
pub(super) struct Lowered {
    /// The term to load.
    pub(super) program: Term,
    /// File of the entry point.
    pub(super) entry_file: usize,
}

/// Turns a program into the server's term; `switches` has the switch of each node, 0 for none.
pub(super) fn lower(
    program: &Tree,
    question: &Question,
    switches: &[u16],
    n_switches: usize,
    modules: &[Module],
) -> Result<Lowered, Error> {
    let lowering = Lowering { syntax: Syntax::new(program), switches };
    let terms: Vec<Term> = modules
        .iter()
        .enumerate()
        .map(|(file_idx, module)| {
            let text = &program.file(file_idx).text;
            let exports = exports(program, file_idx, module);
            Term::Tuple(vec![
                Term::atom(module.name().unwrap_or_default()),
                Term::List(exports.iter().map(|name| name_and_arity(name)).collect()),
                Term::List(module.records().map(|found| record(&text[found.span.clone()])).collect()),
                Term::List(program.roots(file_idx).map(|root| lowering.node(root)).collect()),
            ])
        })
        .collect();
    let entry_file = (0..modules.len())
        .find(|&file_idx| {
            program.roots(file_idx).any(|root| program.label(root) == question.entry)
                && exports(program, file_idx, &modules[file_idx]).contains(&question.entry)
        })
        .ok_or_else(|| error::oracle::no_entry(&question.entry))?;
    let module = modules[entry_file].name().unwrap_or_default();
    let entry = Term::Tuple(vec![Term::atom(module), name_and_arity(&question.entry)]);
    let program = Term::Map(vec![
        ("modules", Term::List(terms)),
        ("criterion", Term::Integer(u64::from(question.criterion))),
        ("entry", entry),
        ("n_switches", Term::Integer(n_switches as u64)),
    ]);
    Ok(Lowered { program, entry_file })
}

/// `name/arity` of what can be called from outside.
fn exports(program: &Tree, file_idx: usize, module: &Module) -> Vec<String> {
    match module.exports_all() {
        true => program.roots(file_idx).map(|root| program.label(root).to_owned()).collect(),
        false => module.exports().map(ToString::to_string).collect(),
    }
}

fn record(text: &str) -> Term {
    Term::Tuple(vec![Term::Negative(-4), Term::text(text)])
}

fn name_and_arity(text: &str) -> Term {
    let (name, arity) = text.rsplit_once('/').unwrap_or((text, "0"));
    Term::Tuple(vec![Term::atom(name), Term::Integer(arity.parse().unwrap_or(0))])
}

struct Lowering<'t> {
    syntax: Syntax<'t>,
    switches: &'t [u16],
}

impl Lowering<'_> {
    fn node(&self, node: NodeId) -> Term {
        deep(|| {
            let tree = self.syntax.tree;
            Term::Tuple(vec![
                Term::atom(tree.kind(node)),
                Term::Integer(u64::from(node)),
                Term::Integer(u64::from(self.switches[node as usize])),
                self.label(node),
                Term::List(tree.children(node).map(|child| self.node(child)).collect()),
            ])
        })
    }

    fn label(&self, node: NodeId) -> Term {
        let label = self.syntax.tree.label(node);
        match self.syntax.expr(node) {
            Expr::FunRef(FunRef::Local { name, arity }) => function(name, arity),
            Expr::FunRef(FunRef::Remote { module, name: function, arity }) => {
                let number = arity.known().and_then(|arity| arity.parse().ok());
                Term::Tuple(vec![name(module), name(function), number.map_or(name(arity), Term::Integer)])
            }
            Expr::Remote => match self.syntax.callee(node) {
                Callee::Remote { module, name: function } => Term::Tuple(vec![name(module), name(function)]),
                Callee::Local(_) | Callee::Value(_) => Term::atom(label),
            },
            Expr::Integer(text) | Expr::Float(text) | Expr::String(text) => Term::text(text),
            Expr::Char(character) => Term::Integer(u64::from(character)),
            Expr::Record { name, .. } | Expr::RecordUpdate { name, .. } => Term::atom(name),
            Expr::RecordAccess { name, field, .. } | Expr::RecordIndex { name, field } => {
                Term::Tuple(vec![Term::atom(name), Term::atom(field)])
            }
            Expr::BinaryOperator { operator, .. } | Expr::UnaryOperator { operator, .. } => {
                Term::atom(operator)
            }
            Expr::Wildcard
            | Expr::Variable(_)
            | Expr::Atom(_)
            | Expr::Nil
            | Expr::Cons { .. }
            | Expr::Tuple(_)
            | Expr::Map(_)
            | Expr::MapUpdate { .. }
            | Expr::Binary(_)
            | Expr::Match { .. }
            | Expr::MaybeMatch
            | Expr::Call { .. }
            | Expr::Fun { .. }
            | Expr::Case { .. }
            | Expr::If(_)
            | Expr::Receive
            | Expr::Try(_)
            | Expr::Catch(_)
            | Expr::Block(_)
            | Expr::Comprehension { .. }
            | Expr::Maybe
            | Expr::Macro
            | Expr::MacroText
            | Expr::Concatenation => Term::atom(label),
            Expr::Other => self.label_of_part(node),
        }
    }

    /// Label of what is part of an expression or around it.
    fn label_of_part(&self, node: NodeId) -> Term {
        if let Some(found) = self.syntax.function(node) {
            return function(found.name, found.arity);
        }
        if let Some(segment) = self.syntax.segment(node) {
            return Term::List(segment.types().map(segment_type).collect());
        }
        match (self.syntax.field(node), self.syntax.kind(node)) {
            (Some(Field::Record { name, .. }), _) => Term::atom(name),
            (Some(Field::Map { .. }), _) => Term::atom(self.syntax.tree.label(node).trim_matches('_')),
            (None, Kind::Guard) => {
                let size = |tests: Vec<NodeId>| Term::Integer(tests.len() as u64);
                Term::List(self.syntax.alternatives(node).into_iter().map(size).collect())
            }
            (None, _) => Term::atom(self.syntax.tree.label(node)),
        }
    }
}

fn function(name: &str, arity: usize) -> Term {
    Term::Tuple(vec![Term::atom(name), Term::Integer(arity as u64)])
}

/// A name, `_` where a value gives it.
fn name(name: Name<'_>) -> Term {
    Term::atom(name.known().unwrap_or("_"))
}

/// A type of a segment, with the number behind `unit`.
fn segment_type((name, unit): (&str, Option<usize>)) -> Term {
    match unit {
        Some(unit) => Term::Tuple(vec![Term::atom(name), Term::Integer(unit as u64)]),
        None => Term::atom(name),
    }
}
