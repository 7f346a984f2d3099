//! What a counting profile can say about the nodes of a grammar.
//!
//! A [`Profile`] is data: one table per language in `profiles/`. A grammar kind that the table does not
//! mention is a counted node when it is named, and only text otherwise, so that a construct which a
//! grammar adds later is counted rather than lost. What a table cannot say is a function of the
//! language's own, which the table names.

use super::cst::Cst;
use super::expanded::Expanded;
use super::role::NodeRole;
use super::walk::Walk;

/// What becomes of a node of the grammar's concrete tree.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// Nothing, and nothing below it: comments, types, imports.
    Skip,
    /// Not a node, but its children count in its place: statement lists, parentheses.
    Through,
    /// As [`Rule::Through`], but the child in this field is nothing.
    ThroughBut(&'static str),
    /// One node; its children follow.
    Node,
    /// As [`Rule::Node`], under the name of another kind that means the same.
    As(&'static str),
    /// One node labelled by the keyword it starts with: `case`, `default`.
    Keyword,
    /// One node labelled by its text; nothing below it.
    Leaf,
    /// A leaf that names a variable.
    Variable,
    /// One node labelled by its own tokens, operands shown as `_`: `_+_`, `_++`.
    Operator,
    /// One node labelled by the text of a field, which is not visited.
    Label(&'static str),
    /// One node labelled by the name at the end of a chain of `declarator`/`name` fields.
    Function,
    /// One node labelled by its literal parts; expressions inside the literal follow.
    Template(&'static Interpolation),
    /// [`Rule::Node`] when the field is there, else [`Rule::Through`].
    NodeIf(&'static str),
    /// [`Rule::Label`] when the field is there, else [`Rule::Through`].
    LabelIf(&'static str),
    /// A leaf whose text is a quoted literal: quotes and prefix are not part of the label.
    Quoted,
    /// Needs code of the language.
    Special(fn(&mut Walk<'_>, Cst<'_>)),
}

/// A literal that may hold expressions.
pub(super) struct Interpolation {
    /// Kind of an expression inside.
    pub(super) expression: &'static str,
    /// Kind of a literal that is part of a larger one.
    pub(super) part: Option<&'static str>,
    /// Kinds of the quotes.
    pub(super) delimiters: &'static [&'static str],
    /// What the whole of it means.
    pub(super) value: fn(&Walk<'_>, Cst<'_>) -> Option<String>,
}

/// What a literal's text means; `None` when it cannot be read.
pub(super) type ValueOf = fn(&str) -> Option<String>;

/// How one language's concrete tree becomes the tree we count.
pub(super) struct Profile {
    /// Rules by grammar kind.
    pub(super) rules: &'static [(&'static str, Rule)],
    /// Fields, by kind of parent, whose content is a branch: a node of its own, uncounted when empty.
    pub(super) branches: &'static [(&'static str, &'static str)],
    /// Kinds that do not count when nothing in them does: `else: pass`, `finally { }`.
    pub(super) vanishing: &'static [&'static str],
    /// Kinds whose direct children are statements.
    pub(super) statement_lists: &'static [&'static str],
    /// Of these, kinds and fields of what is no statement: the value of a `case`.
    pub(super) list_heads: &'static [(&'static str, &'static str)],
    /// Transparent kinds whose children are statements where they stand for one.
    pub(super) declarations: &'static [&'static str],
    /// Kinds that are units of statement granularity wherever they stand, besides those named `…_statement`.
    pub(super) statements: &'static [&'static str],
    /// Leaf labels that stand for deleted code.
    pub(super) placeholders: &'static [&'static str],
    /// Kinds that stand for deleted code.
    pub(super) placeholder_kinds: &'static [&'static str],
    /// Kinds of literals that are placeholders only with their quotes: a string that says `undef` is a string.
    pub(super) texts: &'static [&'static str],
    /// Kinds of branches that begin with the keyword that announces them.
    pub(super) announcing: &'static [&'static str],
    /// Kinds that tell no two definitions apart, where a header has them.
    pub(super) outside_header: &'static [&'static str],
    /// Roles by kind of parent and field; `*` is any child.
    pub(super) roles: &'static [(&'static str, &'static str, NodeRole)],
    /// Kinds that a loop's header may do: elsewhere they are other nodes.
    pub(super) acts: &'static [&'static str],
    /// What literals mean, by kind.
    pub(super) values: &'static [(&'static str, ValueOf)],
    /// Kinds of calls in the tree, each with the number of first children that say what is called; the others are
    /// arguments.
    pub(super) calls: &'static [(&'static str, usize)],
    /// Expands the macros of a file; `None` for text that has none.
    pub(super) expand: Option<fn(&str) -> Option<Expanded>>,
}

impl Profile {
    /// A profile that says nothing.
    pub(super) const PLAIN: Profile = Profile {
        rules: &[],
        branches: &[],
        vanishing: &[],
        statement_lists: &[],
        list_heads: &[],
        declarations: &[],
        statements: &[],
        placeholders: &[],
        placeholder_kinds: &[],
        texts: &[],
        announcing: &[],
        outside_header: &[],
        roles: &[],
        acts: &[],
        values: &[],
        calls: &[],
        expand: None,
    };
}
