//! What a counting profile can say about the nodes of a grammar.
//!
//! A [`Profile`] is data: one table per language in `profiles/`. A grammar kind that the table does not
//! mention is a counted node when it is named, and only text otherwise, so that a construct which a
//! grammar adds later is counted rather than lost.

/// What becomes of a node of the grammar's concrete tree.
#[derive(Clone, Copy, Debug)]
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
    Template(&'static [&'static str]),
    /// [`Rule::Node`] when the field is there, else [`Rule::Through`].
    NodeIf(&'static str),
    /// [`Rule::Label`] when the field is there, else [`Rule::Through`].
    LabelIf(&'static str),
    /// A leaf whose text is a quoted literal: quotes and prefix are not part of the label.
    Quoted,
    /// Needs code: the language's own builder decides.
    Special,
}

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
    /// Transparent kinds whose children are statements where they stand for one.
    pub(super) declarations: &'static [&'static str],
    /// Kinds that are units of statement granularity wherever they stand, besides those named `…_statement`.
    pub(super) statements: &'static [&'static str],
    /// Leaf labels that stand for deleted code.
    pub(super) placeholders: &'static [&'static str],
    /// Kinds that stand for deleted code.
    pub(super) placeholder_kinds: &'static [&'static str],
}
