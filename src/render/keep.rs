//! Any set of nodes of any language as source text.
//!
//! In Erlang the table of deletions says what can go. Elsewhere deleting is textual: a statement or function
//! goes with its separator; an expression in a place that the syntax must fill leaves a placeholder. What
//! encloses a kept node is kept.

use crate::ast::{Flags, NodeId, NodeSet, SourceFile, Tree};
use crate::language::Language;

use super::cuts::{Cut, Layout, apply};
use super::deletions::{Deletions, with_ancestors};

/// Placeholder for deleted expressions in languages that have none of their own.
pub const DELETED: &str = "sliced";

/// Constructs whose parts cannot be deleted one by one: separators between them carry meaning.
const INDIVISIBLE: [&str; 2] = ["try_statement", "concatenated_string"];

/// Source text of the program with everything deleted but `keep` and what encloses it.
///
/// Files keep their names and lines; a file of which nothing is kept keeps its attributes and imports.
/// Where the syntax must have an expression, deleted ones become `undef` or `_` in Erlang, `pass` for a
/// Python body, and [`DELETED`] elsewhere. Constructs that cannot lose single parts are kept whole, so the
/// text may have more nodes than `keep`.
pub fn render(program: &Tree, keep: &NodeSet) -> Vec<SourceFile> {
    if program.language() == Language::Erlang {
        // What a guard says has no weight of its own.
        let said = keep.iter().filter(|&node| program.kind(node) == "guard");
        let said = said.flat_map(|guard| program.subtree(guard));
        let deletions = Deletions::new(program);
        return deletions.text(program, &deletions.keeping(program, &keep.iter().chain(said).collect()));
    }
    let keep = closed(program, keep);
    (0..program.files().len())
        .map(|file_idx| {
            let file_text = &program.file(file_idx).text;
            let mut render = Render { program, keep: &keep, file_text, cuts: Vec::new() };
            let roots: Vec<NodeId> = program.roots(file_idx).collect();
            render.siblings(None, &roots);
            let text = apply(file_text, render.cuts, Layout::Lines);
            SourceFile::new(program.file(file_idx).path.clone(), text)
        })
        .collect()
}

/// The set with all ancestors, and the whole of indivisible constructs.
fn closed(program: &Tree, keep: &NodeSet) -> NodeSet {
    let mut closed = with_ancestors(program, keep);
    for node in program.ids() {
        let is_part = program.parent(node).is_some_and(|parent| {
            closed.contains(parent)
                && (INDIVISIBLE.contains(&program.kind(parent))
                    || (!program.is_counted(parent) && program.kind(parent) != "branch"))
        });
        if is_part {
            closed.insert(node);
        }
    }
    closed
}

struct Render<'t> {
    program: &'t Tree,
    keep: &'t NodeSet,
    file_text: &'t str,
    cuts: Vec<Cut>,
}

impl Render<'_> {
    fn visit(&mut self, node: NodeId) {
        let children: Vec<NodeId> = self.program.children(node).collect();
        self.siblings(Some(node), &children);
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
        let has_terminators =
            matches!(self.program.language(), Language::C | Language::Java | Language::JavaScript);
        let declares = self.program.kind(node).ends_with("declarator") || flags.has(Flags::VARIABLE);
        flags.has(Flags::STATEMENT)
            && self.program.kind(node) != "branch"
            && !(has_terminators && declares)
            && !self.is_operand(node)
    }

    /// Whether a statement stands where only an expression may: in R, `x <- if (a) b`.
    fn is_operand(&self, node: NodeId) -> bool {
        let before = self.file_text[..self.program.span(node).start].trim_end();
        self.program.language() == Language::R
            && before.ends_with(|last| "-=(,+*/|&~!<>[?^@:%".contains(last))
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
        match (self.program.language(), parent) {
            (_, None) => "",
            (Language::Python, Some(_)) => "pass",
            (Language::R, Some(_)) if self.is_whole_body(item) => "{}",
            (_, Some(_)) if self.is_whole_body(item) => ";",
            _ => "",
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
        let by = match (self.program.language(), self.program.kind(node)) {
            (Language::Python, "branch") => "pass",
            (Language::C | Language::JavaScript, "branch") if self.program.text(node).starts_with("else") => {
                ""
            }
            (_, "branch") => "{}",
            _ if self.program.is_placeholder(node) => return,
            _ => DELETED,
        };
        self.cut(span.start, span.end, by);
    }

    /// Makes a cut. What stands for deleted code goes on over the joined lines that the code had: C and Python
    /// end the statement at a line end that nothing joins to the next.
    fn cut(&mut self, start: usize, stop: usize, by: &'static str) {
        let joins_lines = matches!(self.program.language(), Language::C | Language::Python) && !by.is_empty();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(language: Language, program: &str, deleted: &[&str], expected: &str) {
        let tree = Tree::parse(language, &[SourceFile::new("program", program)]);
        let mut keep = tree.counted();
        for text in deleted {
            let node = tree.ids().rev().find(|&node| tree.text(node) == *text).expect("is a node");
            for node in tree.subtree(node) {
                keep.remove(node);
            }
        }
        // A construct that encloses a kept node stays, so whole constructs are named from the outside in.
        assert_eq!(render(&tree, &keep)[0].text, expected);
    }

    #[test]
    fn erlang_expressions_become_placeholders() {
        check(Language::Erlang, "f(X, Y) -> g(X, Y).", &["Y"], "f(X, Y) -> g(X, undef).");
        check(Language::Erlang, "f({X, 1}) -> X.", &["1"], "f({X, _}) -> X.");
        check(Language::Erlang, "f(X) -> A = 1, B = X, B.", &["A = 1"], "f(X) ->        B = X, B.");
        check(Language::Erlang, "f(X) -> A = 1, B = X.", &["B = X"], "f(X) -> A = 1, undef.");
    }

    #[test]
    fn statements_go_with_their_separators_and_keep_lines() {
        check(Language::Python, "x = 1\ny = 2\nz = 3\n", &["y = 2"], "x = 1\n\nz = 3\n");
        check(Language::Python, "if c:\n    x = 1\ny = 2\n", &["x = 1"], "if c:\n    pass\ny = 2\n");
        check(Language::C, "int f() { g(); h(); return 1; }", &["h()"], "int f() { g();  return 1; }");
    }

    #[test]
    fn joined_lines_stay_joined() {
        check(
            Language::Python,
            "if a or \\\n   b:\n    x = 1\n",
            &["a or \\\n   b"],
            "if sliced\\\n:\n    x = 1\n",
        );
    }

    #[test]
    fn the_next_statement_does_not_become_a_body() {
        check(Language::Java, "void f() { if (c) return; g(); }", &["return;"], "void f() { if (c) ; g(); }");
        check(
            Language::C,
            "void f() { if (c) a(); else if (d) b(); g(); }",
            &["if (d) b();"],
            "void f() { if (c) a(); else ; g(); }",
        );
        check(Language::R, "if (c) if (d) 1\ny <- 2\n", &["if (d) 1"], "if (c) {}\ny <- 2\n");
        check(Language::R, "x <- if (c) 1\ny <- 2\n", &["if (c) 1"], "x <- sliced\ny <- 2\n");
    }
}
