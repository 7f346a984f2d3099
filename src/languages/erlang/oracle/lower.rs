//! The tree as the server wants it: each node with its switch, labels as terms.

use crate::ast::{NodeId, Tree};
use crate::error::{self, Error};
use crate::stack::deep;
use crate::value::Value;

use super::etf::Etf;
use crate::languages::erlang::entry::{entry_node, exported, exports};
use crate::languages::erlang::module::Module;
use crate::languages::erlang::syntax::{Callee, Expr, Field, FunRef, Kind, Name, Syntax};
use crate::oracle::{Question, SliceRule};

/// What the server is given of a program.
pub(super) struct Lowered {
    /// The term to load.
    pub(super) program: Etf,
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
    let terms: Vec<Etf> = modules
        .iter()
        .enumerate()
        .map(|(file_idx, module)| {
            let text = &program.file(file_idx).text;
            let exports = exports(program, file_idx, module);
            Etf::Tuple(vec![
                Etf::atom(module.name().unwrap_or_default()),
                Etf::List(exports.iter().map(|name| name_and_arity(name)).collect()),
                Etf::List(module.records().map(|found| record(&text[found.span.clone()])).collect()),
                Etf::List(program.roots(file_idx).map(|root| lowering.node(root)).collect()),
            ])
        })
        .collect();
    let exported = exported(program);
    let entry_file = entry_node(program, &question.entry)
        .filter(|_| exported.contains(&question.entry))
        .map(|node| program.file_of(node))
        .ok_or_else(|| error::oracle::no_entry(&question.entry, &exported))?;
    let module = modules[entry_file].name().unwrap_or_default();
    let entry = Etf::Tuple(vec![Etf::atom(module), name_and_arity(&question.entry)]);
    let program = Etf::Map(vec![
        ("modules", Etf::List(terms)),
        (
            "criteria",
            Etf::List(question.criteria.iter().map(|&node| Etf::Integer(u64::from(node))).collect()),
        ),
        ("entry", entry),
        ("n_switches", Etf::Integer(n_switches as u64)),
        ("rule", Etf::atom(rule(question.rule))),
    ]);
    Ok(Lowered { program, entry_file })
}

fn rule(rule: SliceRule) -> &'static str {
    match rule {
        // Of slices of other kinds there is no oracle here.
        SliceRule::Prefix | SliceRule::Visits | SliceRule::Driven => "prefix",
        SliceRule::PrefixAndEnd => "prefix_and_end",
        SliceRule::Strict => "strict",
    }
}

fn record(text: &str) -> Etf {
    Etf::Tuple(vec![Etf::Negative(-4), Etf::text(text)])
}

fn name_and_arity(text: &str) -> Etf {
    let (name, arity) = text.rsplit_once('/').unwrap_or((text, "0"));
    Etf::Tuple(vec![Etf::atom(name), Etf::Integer(arity.parse().unwrap_or(0))])
}

struct Lowering<'t> {
    syntax: Syntax<'t>,
    switches: &'t [u16],
}

impl Lowering<'_> {
    fn node(&self, node: NodeId) -> Etf {
        deep(|| {
            let tree = self.syntax.tree;
            Etf::Tuple(vec![
                Etf::atom(tree.kind(node)),
                Etf::Integer(u64::from(node)),
                Etf::Integer(u64::from(self.switches[node as usize])),
                self.label(node),
                Etf::List(tree.children(node).map(|child| self.node(child)).collect()),
            ])
        })
    }

    fn label(&self, node: NodeId) -> Etf {
        let label = self.syntax.tree.label(node);
        match self.syntax.expr(node) {
            Expr::FunRef(FunRef::Local { name, arity }) => function(name, arity),
            Expr::FunRef(FunRef::Remote { module, name: function, arity }) => {
                let number = arity.known().and_then(|arity| arity.parse().ok());
                Etf::Tuple(vec![name(module), name(function), number.map_or(name(arity), Etf::Integer)])
            }
            Expr::Remote => match self.syntax.callee(node) {
                Callee::Remote { module, name: function } => Etf::Tuple(vec![name(module), name(function)]),
                Callee::Local(_) | Callee::Value(_) => Etf::atom(label),
            },
            Expr::Integer(text) | Expr::String(text) => Etf::text(text),
            // Labels are by value, and not always as Erlang writes it: `1e20`.
            Expr::Float(text) => match text.replace('_', "").parse() {
                Ok(number) => Etf::Value(Value::Float(number)),
                Err(_) => Etf::text(text),
            },
            Expr::Char(character) => Etf::Integer(u64::from(character)),
            Expr::Record { name, .. } | Expr::RecordUpdate { name, .. } => Etf::atom(name),
            Expr::RecordAccess { name, field, .. } | Expr::RecordIndex { name, field } => {
                Etf::Tuple(vec![Etf::atom(name), Etf::atom(field)])
            }
            Expr::BinaryOperator { operator, .. } | Expr::UnaryOperator { operator, .. } => {
                Etf::atom(operator)
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
            | Expr::Catch
            | Expr::Block(_)
            | Expr::Comprehension { .. }
            | Expr::Maybe
            | Expr::Macro
            | Expr::MacroText
            | Expr::Concatenation => Etf::atom(label),
            Expr::Other => self.label_of_part(node),
        }
    }

    /// Label of what is part of an expression or around it.
    fn label_of_part(&self, node: NodeId) -> Etf {
        if let Some(found) = self.syntax.function(node) {
            return function(found.name, found.arity);
        }
        if let Some(segment) = self.syntax.segment(node) {
            return Etf::List(segment.types().map(segment_type).collect());
        }
        match (self.syntax.field(node), self.syntax.kind(node)) {
            (Some(Field::Record { name, .. }), _) => Etf::atom(name),
            (Some(Field::Map { .. }), _) => Etf::atom(self.syntax.tree.label(node).trim_matches('_')),
            (None, Kind::Guard) => {
                let size = |tests: Vec<NodeId>| Etf::Integer(tests.len() as u64);
                Etf::List(self.syntax.alternatives(node).into_iter().map(size).collect())
            }
            (None, _) => Etf::atom(self.syntax.tree.label(node)),
        }
    }
}

fn function(name: &str, arity: usize) -> Etf {
    Etf::Tuple(vec![Etf::atom(name), Etf::Integer(arity as u64)])
}

/// A name, `_` where a value gives it.
fn name(name: Name<'_>) -> Etf {
    Etf::atom(name.known().unwrap_or("_"))
}

/// A type of a segment, with the number behind `unit`.
fn segment_type((name, unit): (&str, Option<usize>)) -> Etf {
    match unit {
        Some(unit) => Etf::Tuple(vec![Etf::atom(name), Etf::Integer(unit as u64)]),
        None => Etf::atom(name),
    }
}
