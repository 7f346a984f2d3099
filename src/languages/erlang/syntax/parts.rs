//! Constructs with their parts: names as text, everything else as nodes.

use super::names;
use crate::ast::{NodeId, Siblings};

/// An expression or a pattern.
#[derive(Clone)]
pub(crate) enum Expr<'t> {
    // `_`, which also stands where a pattern was deleted.
    Wildcard,
    Variable(&'t str),
    Atom(&'t str),
    Integer(&'t str),
    Float(&'t str),
    Char(char),
    String(&'t str),
    Nil,
    Cons { head: NodeId, tail: NodeId },
    Tuple(Siblings<'t>),
    // Its fields, see `Syntax::field`.
    Map(Siblings<'t>),
    MapUpdate { map: NodeId, fields: Siblings<'t> },
    Record { name: &'t str, fields: Siblings<'t> },
    RecordUpdate { record: NodeId, name: &'t str, fields: Siblings<'t> },
    RecordAccess { record: NodeId, name: &'t str, field: &'t str },
    // `#r.a`
    RecordIndex { name: &'t str, field: &'t str },
    // Its segments, see `Syntax::segment`.
    Binary(Siblings<'t>),
    Match { pattern: NodeId, value: NodeId },
    // `Pattern ?= Value`
    MaybeMatch,
    BinaryOperator { operator: &'t str, left: NodeId, right: NodeId },
    UnaryOperator { operator: &'t str, operand: NodeId },
    Call { callee: NodeId, arguments: Siblings<'t> },
    // `m:f`, only as the callee of a call.
    Remote,
    FunRef(FunRef<'t>),
    Fun { name: Option<&'t str>, clauses: Siblings<'t> },
    Case { subject: NodeId, clauses: Siblings<'t> },
    If(Siblings<'t>),
    Receive,
    Try(Try<'t>),
    Catch,
    Block(Siblings<'t>),
    // For its qualifiers see `Syntax::qualifier`.
    Comprehension { template: NodeId, qualifiers: NodeId },
    Maybe,
    // A call of a macro that is not known.
    Macro,
    // `??Name`
    MacroText,
    // Strings and macros in a row.
    Concatenation,
    // No expression, or a broken one.
    Other,
}

/// What a call calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callee<'t> {
    // A function of the module, or of `erlang`.
    Local(&'t str),
    Remote { module: Name<'t>, name: Name<'t> },
    // Whatever this expression gives.
    Value(NodeId),
}

/// `fun f/1`, `fun m:f/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FunRef<'t> {
    Local { name: &'t str, arity: usize },
    Remote { module: Name<'t>, name: Name<'t>, arity: Name<'t> },
}

/// A name in the source, or an expression that gives one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name<'t> {
    Known(&'t str),
    Value(NodeId),
}

impl<'t> Name<'t> {
    pub(crate) fn known(self) -> Option<&'t str> {
        match self {
            Name::Known(name) => Some(name),
            Name::Value(_) => None,
        }
    }
}

/// A function as it is defined.
#[derive(Clone)]
pub(crate) struct Function<'t> {
    pub(crate) node: NodeId,
    pub(crate) name: &'t str,
    pub(crate) arity: usize,
    pub(crate) clauses: Siblings<'t>,
}

/// A clause of anything that has clauses.
#[derive(Clone)]
pub(crate) struct Clause<'t> {
    pub(crate) patterns: Siblings<'t>,
    /// The slot, which is there without a guard, too.
    pub(crate) guard: NodeId,
    pub(crate) body: Siblings<'t>,
}

/// The parts of a `try`, in source order.
#[derive(Clone)]
pub(crate) struct Try<'t> {
    pub(crate) body: Siblings<'t>,
    /// Clauses of the part `of`.
    pub(crate) of: Siblings<'t>,
    pub(crate) catches: Siblings<'t>,
    /// The part `after`, whose children are its body.
    pub(crate) after: Option<NodeId>,
}

/// A field of a map or record.
#[derive(Clone, Copy)]
pub(crate) enum Field<'t> {
    Map { key: NodeId, value: NodeId },
    Record { name: &'t str, value: NodeId },
}

impl Field<'_> {
    pub(crate) fn value(self) -> NodeId {
        match self {
            Field::Map { value, .. } | Field::Record { value, .. } => value,
        }
    }
}

/// One part of a comprehension behind its bars.
#[derive(Clone, Copy)]
pub(crate) enum Qualifier {
    List { pattern: NodeId, source: NodeId },
    Binary { pattern: NodeId, source: NodeId },
    Map { pattern: NodeId, source: NodeId },
    Filter,
}

/// A segment of a binary.
#[derive(Clone)]
pub(crate) struct Segment<'t> {
    pub(crate) value: NodeId,
    pub(crate) size: Option<NodeId>,
    pub(super) types: &'t str,
}

impl<'t> Segment<'t> {
    /// Names in its list of types, and the number behind `unit`.
    pub(crate) fn types(&self) -> impl Iterator<Item = (&'t str, Option<usize>)> + use<'t> {
        let mut rest = self.types;
        std::iter::from_fn(move || {
            let (name, behind) = names::name(names::after(rest, "/").or_else(|| names::after(rest, "-"))?)?;
            let unit = names::after(behind, ":").and_then(names::name);
            rest = unit.map_or(behind, |(_, behind)| behind);
            Some((name, unit.and_then(|(unit, _)| unit.parse().ok())))
        })
    }
}
