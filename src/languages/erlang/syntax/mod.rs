//! The typed view of Erlang: constructs with their parts, where the tree has kinds, labels and children.
//!
//! In: a tree. Out: for each node its [`Kind`], and for each expression or pattern its [`Expr`]. Nothing is stored but
//! one table of kinds per tree, so a view costs nothing to make; names are without quotes. Whoever matches on these
//! names every construct, so that a new one does not compile until somebody has thought of it.

mod kind;
mod names;
mod parts;

use std::ops::Range;

use crate::ast::{Flags, NodeId, Tree};

pub(crate) use kind::{FormPart, Kind};
pub(crate) use names::{code, comments, token};
pub(crate) use parts::{Callee, Clause, Expr, Field, FunRef, Function, Name, Qualifier, Segment, Try};

/// Typed view of an Erlang program.
#[derive(Clone, Debug)]
pub(crate) struct Syntax<'t> {
    pub(crate) tree: &'t Tree,
    /// By the tree's number of the kind.
    kinds: Vec<Kind>,
}

impl<'t> Syntax<'t> {
    pub(crate) fn new(tree: &'t Tree) -> Syntax<'t> {
        Syntax { tree, kinds: tree.kinds().map(Kind::of).collect() }
    }

    pub(crate) fn kind(&self, node: NodeId) -> Kind {
        self.kinds[self.tree.kind_idx(node)]
    }

    /// Functions of a file, in source order.
    pub(crate) fn functions(&self, file_idx: usize) -> impl Iterator<Item = Function<'t>> {
        self.tree.roots(file_idx).filter_map(|root| self.function(root))
    }

    pub(crate) fn function(&self, node: NodeId) -> Option<Function<'t>> {
        if self.kind(node) != Kind::Function {
            return None;
        }
        let (name, arity) = self.tree.label(node).rsplit_once('/')?;
        Some(Function { node, name, arity: arity.parse().ok()?, clauses: self.tree.children(node) })
    }

    /// Parts of a clause; `None` for what is none.
    pub(crate) fn clause(&self, node: NodeId) -> Option<Clause<'t>> {
        if !self.kind(node).is_clause() {
            return None;
        }
        let guard = self.tree.children(node).find(|&part| self.kind(part) == Kind::Guard)?;
        let (all, guard_end) = (self.tree.subtree(node), self.tree.subtree(guard).end);
        let patterns = self.tree.siblings(all.start + 1..guard);
        Some(Clause { patterns, guard, body: self.tree.siblings(guard_end..all.end) })
    }

    /// Tests of a guard: alternatives, of each of which all must hold.
    pub(crate) fn alternatives(&self, guard: NodeId) -> Vec<Vec<NodeId>> {
        let mut alternatives: Vec<Vec<NodeId>> = Vec::new();
        for test in self.tree.children(guard) {
            match alternatives.last_mut() {
                Some(last) if !self.tree.flags(test).has(Flags::ALTERNATIVE) => last.push(test),
                _ => alternatives.push(vec![test]),
            }
        }
        alternatives
    }

    pub(crate) fn field(&self, node: NodeId) -> Option<Field<'t>> {
        let mut parts = self.tree.children(node);
        match self.kind(node) {
            Kind::MapField => Some(Field::Map { key: parts.next()?, value: parts.next()? }),
            Kind::RecordField => Some(Field::Record { name: self.field_name(node), value: parts.next()? }),
            _ => None,
        }
    }

    pub(crate) fn segment(&self, node: NodeId) -> Option<Segment<'t>> {
        let mut parts = self.tree.children(node);
        let types = self.tree.label(node);
        (self.kind(node) == Kind::Segment).then_some(())?;
        Some(Segment { value: parts.next()?, size: parts.next(), types })
    }

    pub(crate) fn qualifier(&self, node: NodeId) -> Qualifier {
        let mut parts = self.tree.children(node);
        let kind = self.kind(node);
        let (Some(pattern), Some(source)) = (parts.next(), parts.next()) else { return Qualifier::Filter };
        match kind {
            Kind::ListGenerator => Qualifier::List { pattern, source },
            Kind::BinaryGenerator => Qualifier::Binary { pattern, source },
            Kind::MapGenerator => Qualifier::Map { pattern, source },
            _ => Qualifier::Filter,
        }
    }

    pub(crate) fn callee(&self, callee: NodeId) -> Callee<'t> {
        match self.kind(callee) {
            Kind::Atom => Callee::Local(self.tree.label(callee)),
            Kind::Remote => {
                let [module, name] = self.joined(callee);
                Callee::Remote { module, name }
            }
            _ => Callee::Value(callee),
        }
    }

    /// The expression or pattern that a node is.
    pub(crate) fn expr(&self, node: NodeId) -> Expr<'t> {
        use Kind::{
            Atom, Binary, BinaryComprehension, BinaryGenerator, BinaryOperator, Block, Call, Case,
            CaseClause, Catch, CatchClause, Char, Concatenation, Cons, Float, Fun, FunClause, Function,
            FunctionClause, Guard, If, IfClause, Integer, ListComprehension, ListGenerator, LocalFun, Macro,
            MacroText, Map, MapComprehension, MapField, MapGenerator, MapUpdate, Match, Maybe, MaybeMatch,
            Nil, Other, Qualifiers, Receive, ReceiveAfter, Record, RecordAccess, RecordField, RecordIndex,
            RecordUpdate, Remote, RemoteFun, Segment, String, Try, TryAfter, Tuple, UnaryOperator, Variable,
        };
        let label = self.tree.label(node);
        let all = self.tree.children(node);
        let mut rest = all.clone();
        let first = rest.next();
        match (self.kind(node), first, rest.clone().next()) {
            (Variable, ..) if label == "_" => Expr::Wildcard,
            (Variable, ..) => Expr::Variable(label),
            (Atom, ..) => Expr::Atom(label),
            (Integer, ..) => Expr::Integer(label),
            (Float, ..) => Expr::Float(label),
            (Char, ..) => Expr::Char(label.chars().nth(1).unwrap_or('\0')),
            (String, ..) => Expr::String(label),
            (Nil, ..) => Expr::Nil,
            (Tuple, ..) => Expr::Tuple(all),
            (Binary, ..) => Expr::Binary(all),
            (Map, ..) => Expr::Map(all),
            (Record, ..) => Expr::Record { name: self.record(node, node), fields: all },
            (RecordIndex, ..) => {
                let (name, field) = self.record_path(node).unwrap_or((label, ""));
                Expr::RecordIndex { name, field }
            }
            (MaybeMatch, ..) => Expr::MaybeMatch,
            (Remote, ..) => Expr::Remote,
            (LocalFun | RemoteFun, ..) => self.fun_ref(node).map_or(Expr::Other, Expr::FunRef),
            (Fun, ..) => Expr::Fun { name: (!label.is_empty()).then_some(label), clauses: all },
            (If, ..) => Expr::If(all),
            (Receive, ..) => Expr::Receive,
            (Try, ..) => Expr::Try(self.attempt(node)),
            (Block, ..) => Expr::Block(all),
            (Maybe, ..) => Expr::Maybe,
            (Macro, ..) => Expr::Macro,
            (MacroText, ..) => Expr::MacroText,
            (Concatenation, ..) => Expr::Concatenation,
            (Catch, Some(_), _) => Expr::Catch,
            (Call, Some(callee), _) => Expr::Call { callee, arguments: rest },
            (Case, Some(subject), _) => Expr::Case { subject, clauses: rest },
            (UnaryOperator, Some(operand), _) => {
                Expr::UnaryOperator { operator: label.trim_matches('_'), operand }
            }
            (MapUpdate, Some(map), _) => Expr::MapUpdate { map, fields: rest },
            (RecordUpdate, Some(record), _) => {
                Expr::RecordUpdate { record, name: self.record(node, record), fields: rest }
            }
            (RecordAccess, Some(record), _) => {
                let (name, field) = self.record_path(node).unwrap_or((label, ""));
                Expr::RecordAccess { record, name, field }
            }
            (Cons, Some(head), Some(tail)) => Expr::Cons { head, tail },
            (Match, Some(pattern), Some(value)) => Expr::Match { pattern, value },
            (BinaryOperator, Some(left), Some(right)) => {
                Expr::BinaryOperator { operator: label.trim_matches('_'), left, right }
            }
            (
                ListComprehension | BinaryComprehension | MapComprehension,
                Some(template),
                Some(qualifiers),
            ) => Expr::Comprehension { template, qualifiers },
            // Broken: a part is missing.
            (
                Catch | Call | Case | UnaryOperator | MapUpdate | RecordUpdate | RecordAccess | Cons | Match
                | BinaryOperator | ListComprehension | BinaryComprehension | MapComprehension,
                ..,
            ) => Expr::Other,
            (
                Function | FunctionClause | FunClause | CaseClause | IfClause | CatchClause | Guard | Segment
                | MapField | RecordField | ReceiveAfter | TryAfter | Qualifiers | ListGenerator
                | BinaryGenerator | MapGenerator | Other,
                ..,
            ) => Expr::Other,
        }
    }

    fn attempt(&self, node: NodeId) -> Try<'t> {
        let all = self.tree.subtree(node);
        let start_of = |kinds: &[Kind], or: NodeId| {
            self.tree.children(node).find(|&part| kinds.contains(&self.kind(part))).unwrap_or(or)
        };
        let after = start_of(&[Kind::TryAfter], all.end);
        let catches = start_of(&[Kind::CatchClause], after);
        let of = start_of(&[Kind::CaseClause], catches);
        let part = |range: Range<NodeId>| self.tree.siblings(range);
        Try {
            body: part(all.start + 1..of),
            of: part(of..catches),
            catches: part(catches..after),
            after: (after < all.end).then_some(after),
        }
    }

    pub(crate) fn fun_ref(&self, node: NodeId) -> Option<FunRef<'t>> {
        match self.kind(node) {
            Kind::LocalFun => {
                let (name, arity) = self.tree.label(node).strip_prefix("fun")?.rsplit_once('/')?;
                Some(FunRef::Local { name, arity: arity.parse().ok()? })
            }
            Kind::RemoteFun => {
                let [module, name, arity] = self.joined(node);
                Some(FunRef::Remote { module, name, arity })
            }
            _ => None,
        }
    }

    /// Name and field of `#r.a`, with or without a record before it.
    pub(crate) fn record_path(&self, node: NodeId) -> Option<(&'t str, &'t str)> {
        let (name, rest) = names::name(names::after(self.tree.label(node), "#")?)?;
        let (field, _) = names::name(names::after(rest, ".")?)?;
        Some((name, field))
    }

    /// Names that colons join; those that are expressions are the children, in the same order.
    fn joined<const N: usize>(&self, node: NodeId) -> [Name<'t>; N] {
        let mut values = self.tree.children(node);
        let label = self.tree.label(node);
        let mut words: Vec<&'t str> = label.splitn(N, ':').collect();
        // A colon may stand in a quoted name.
        if label.matches(':').count() + 1 != N
            && let Some(read) = self.words(node, N)
        {
            words = read;
        }
        std::array::from_fn(|idx| match words.get(idx) {
            Some(&"_") => values.next().map_or(Name::Known("_"), Name::Value),
            Some(&word) => Name::Known(word),
            None => Name::Known(""),
        })
    }

    /// The first names in the text of `m:f` or `fun m:f/1`.
    fn words(&self, node: NodeId, n: usize) -> Option<Vec<&'t str>> {
        let text = self.text(node);
        let mut rest =
            names::after(text, "fun").filter(|_| self.kind(node) == Kind::RemoteFun).unwrap_or(text);
        let mut words = Vec::with_capacity(n);
        for _ in 0..n {
            let (word, after) = names::name(rest)?;
            words.push(if word.starts_with(|c: char| c == '_' || c.is_uppercase()) { "_" } else { word });
            rest = names::after(after, ":").or_else(|| names::after(after, "/")).unwrap_or("");
        }
        Some(words)
    }

    /// Name of a record, behind the node it follows.
    fn record(&self, node: NodeId, follows: NodeId) -> &'t str {
        let label = self.tree.label(node);
        let plain = label.strip_prefix('#').unwrap_or(label);
        if !plain.contains(['\'', '%']) {
            return plain;
        }
        let (whole, before) = (self.tree.span(node), self.tree.span(follows));
        let start = if follows == node { whole.start } else { before.end };
        let text = self.text(node).get(start.saturating_sub(whole.start)..).unwrap_or("");
        let hash = token(text, '#').map_or("", |at| &text[at + 1..]);
        names::name(hash).or_else(|| names::name(plain)).map_or(plain, |(name, _)| name)
    }

    /// Name of a field of a record.
    fn field_name(&self, node: NodeId) -> &'t str {
        let label = self.tree.label(node);
        if !label.contains(['\'', '%']) {
            return label;
        }
        let name = names::name(self.text(node)).or_else(|| names::name(label));
        name.map_or(label, |(name, _)| name)
    }

    fn text(&self, node: NodeId) -> &'t str {
        self.tree.text(node)
    }
}

#[cfg(test)]
mod tests;
