//! Any set of nodes of any language as source text.
//!
//! Deleting is textual: a statement or function goes with its separator; an expression in a place that the syntax
//! must fill leaves a placeholder. What encloses a kept node is kept.

use crate::ast::{BRANCH, Flags, NodeId, NodeSet, SourceFile, Tree};
use crate::stack::deep;

use super::cuts::{Cut, Layout, apply};
use super::table::with_ancestors;

/// Placeholder for deleted expressions in languages that have none of their own.
pub const DELETED: &str = "sliced";

/// What a language's syntax asks of code that is deleted as text.
#[derive(Debug)]
pub struct Style {
    /// Kinds whose parts cannot be deleted one by one: separators between them carry meaning.
    pub indivisible: &'static [&'static str],
    /// Statements end with `;`, and a declarator is part of one.
    pub has_terminators: bool,
    /// Ends of texts behind which a statement is an operand: in R, `x <- if (a) b`.
    pub before_operands: &'static str,
    /// What a branch without anything in it needs.
    pub empty_branch: &'static str,
    /// A branch that starts with `else` goes with its `else`.
    pub drops_else: bool,
    /// What a body without statements needs, wherever it is.
    pub empty_body: &'static str,
    /// What a body needs that has neither statements nor braces.
    pub empty_statement: &'static str,
    /// A statement ends at a line end that no backslash joins to the next.
    pub joins_lines: bool,
}

impl Style {
    /// Braces and semicolons.
    pub const BRACES: Style = Style {
        indivisible: &[],
        has_terminators: true,
        before_operands: "",
        empty_branch: "{}",
        drops_else: false,
        empty_body: "",
        empty_statement: ";",
        joins_lines: false,
    };
}

/// Source text of the program with everything deleted but `keep` and what encloses it.
///
/// Files keep their names and lines; a file of which nothing is kept keeps its attributes and imports.
/// Where the syntax must have an expression, deleted ones become [`DELETED`]. Constructs that cannot lose single
/// parts are kept whole, so the text may have more nodes than `keep`.
pub fn keep(program: &Tree, keep: &NodeSet, style: &Style) -> Vec<SourceFile> {
    let keep = closed(program, keep, style);
    (0..program.files().len())
        .map(|file_idx| {
            let file_text = &program.file(file_idx).text;
            let mut text = Text { program, style, keep: &keep, file_text, cuts: Vec::new() };
            let roots: Vec<NodeId> = program.roots(file_idx).collect();
            text.siblings(None, &roots);
            let text = apply(file_text, text.cuts, Layout::Lines);
            SourceFile::new(program.file(file_idx).path.clone(), text)
        })
        .collect()
}

/// The set with all ancestors, and the whole of indivisible constructs.
fn closed(program: &Tree, keep: &NodeSet, style: &Style) -> NodeSet {
    let mut closed = with_ancestors(program, keep);
    for node in program.ids() {
        let is_part = program.parent(node).is_some_and(|parent| {
            closed.contains(parent)
                && (style.indivisible.contains(&program.kind(parent))
                    || (!program.is_counted(parent) && program.kind(parent) != BRANCH))
        });
        if is_part {
            closed.insert(node);
        }
    }
    closed
}

struct Text<'t> {
    program: &'t Tree,
    style: &'t Style,
    keep: &'t NodeSet,
    file_text: &'t str,
    cuts: Vec<Cut<'static>>,
}

impl Text<'_> {
    fn visit(&mut self, node: NodeId) {
        deep(|| {
            let children: Vec<NodeId> = self.program.children(node).collect();
            self.siblings(Some(node), &children);
        })
    }

    /// Deletes the siblings that are not kept and visits the others.
    fn siblings(&mut self, parent: Option<NodeId>, siblings: &[NodeId]) {
        let items: Vec<NodeId> = siblings.iter().copied().filter(|&node| self.is_item(node)).collect();
        self.delete_items(parent, &items);
        for &node in siblings {
            if self.keep.contains(node) {
                self.visit(node);
            } else if !items.contains(&node) {
                self.replace(node);
            }
        }
    }

    /// Whether the node is one of a list that can do without it: a statement, a function.
    ///
    /// A declarator is not: what declares it would be left without one.
    fn is_item(&self, node: NodeId) -> bool {
        let flags = self.program.flags(node);
        let declares = self.program.kind(node).ends_with("declarator") || flags.has(Flags::VARIABLE);
        flags.has(Flags::STATEMENT)
            && self.program.kind(node) != BRANCH
            && !(self.style.has_terminators && declares)
            && !self.is_operand(node)
    }

    /// Whether a statement stands where only an expression may: in R, `x <- if (a) b`.
    fn is_operand(&self, node: NodeId) -> bool {
        let before = self.file_text[..self.program.span(node).start].trim_end();
        before.ends_with(|last| self.style.before_operands.contains(last))
    }

    fn delete_items(&mut self, parent: Option<NodeId>, items: &[NodeId]) {
        let none_kept = !items.iter().any(|&item| self.keep.contains(item));
        if let Some(&first) = items.first().filter(|_| none_kept) {
            let span = self.program.span(first);
            self.cut(span.start, span.end, self.empty_body(parent, first));
        }
        for &item in &items[usize::from(none_kept).min(items.len())..] {
            if !self.keep.contains(item) {
                self.delete_item(item);
            }
        }
    }

    /// Deletes a statement with its terminator; nothing joins it to its neighbours.
    fn delete_item(&mut self, item: NodeId) {
        let span = self.program.span(item);
        let text = self.file_text;
        let blanks = text[span.end..].len() - text[span.end..].trim_start_matches([' ', '\t']).len();
        let has_terminator = text[span.end + blanks..].starts_with(';');
        self.cut(span.start, span.end + if has_terminator { blanks + 1 } else { 0 }, "");
    }

    /// What a body without statements needs.
    fn empty_body(&self, parent: Option<NodeId>, item: NodeId) -> &'static str {
        match parent {
            None => "",
            Some(_) if !self.style.empty_body.is_empty() => self.style.empty_body,
            Some(_) if self.is_whole_body(item) => self.style.empty_statement,
            Some(_) => "",
        }
    }

    /// Whether the statement is a body without braces: with nothing in its place, the next one would be.
    fn is_whole_body(&self, item: NodeId) -> bool {
        let text = self.file_text;
        let span = self.program.span(item);
        let (before, after) =
            (text[..span.start].trim_end(), text[span.end..].trim_start_matches([' ', '\t']));
        let is_body =
            before.ends_with(')') || ["else", "do", "repeat"].iter().any(|word| before.ends_with(word));
        is_body && !after.starts_with(';')
    }

    /// Puts a placeholder where the syntax must have something.
    fn replace(&mut self, node: NodeId) {
        let span = self.program.span(node);
        let is_else = self.style.drops_else && self.program.text(node).starts_with("else");
        let by = match self.program.kind(node) == BRANCH {
            true if is_else => "",
            true => self.style.empty_branch,
            false if self.program.is_placeholder(node) => return,
            false => DELETED,
        };
        self.cut(span.start, span.end, by);
    }

    /// Makes a cut. What stands for deleted code goes on over the joined lines that the code had: C and Python
    /// end the statement at a line end that nothing joins to the next.
    fn cut(&mut self, start: usize, stop: usize, by: &'static str) {
        let joins_lines = self.style.joins_lines && !by.is_empty();
        let text = self.file_text.get(start..stop).filter(|_| joins_lines).unwrap_or("");
        let mut from = start;
        let mut by = by;
        for (at, join) in text.match_indices("\\\n") {
            self.cuts.push(Cut { start: from, stop: start + at, by });
            from = start + at + join.len();
            by = "";
        }
        self.cuts.push(Cut { start: from, stop, by });
    }
}
