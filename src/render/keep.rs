//! Any set of nodes of any language as source text.
//!
//! Deleting is textual: a statement, clause or function goes with its separator; an expression in a
//! place that the syntax must fill leaves a placeholder. What encloses a kept node is kept.

use crate::ast::{Flags, NodeId, NodeSet, SourceFile, Tree};
use crate::language::Language;

use super::attributes::of_functions;
use super::cuts::{Cut, apply};

/// Placeholder for deleted expressions in languages that have none of their own.
pub const DELETED: &str = "sliced";

/// Constructs whose parts cannot be deleted one by one: separators between them carry meaning.
const INDIVISIBLE: [&str; 5] =
    ["try_expr", "receive_expr", "maybe_expr", "try_statement", "concatenated_string"];

/// Source text of the program with everything deleted but `keep` and what encloses it.
///
/// Files keep their names and lines; a file of which nothing is kept keeps its attributes and imports.
/// Where the syntax must have an expression, deleted ones become `undef` or `_` in Erlang, `pass` for a
/// Python body, and [`DELETED`] elsewhere. Constructs that cannot lose single parts are kept whole, so the
/// text may have more nodes than `keep`.
pub fn render(program: &Tree, keep: &NodeSet) -> Vec<SourceFile> {
    let keep = closed(program, keep);
    (0..program.files().len())
        .map(|file_idx| {
            let mut render = Render { program, keep: &keep, cuts: Vec::new() };
            let roots: Vec<NodeId> = program.roots(file_idx).collect();
            render.siblings(None, &roots);
            render.attributes(file_idx, &roots);
            let text = apply(&program.file(file_idx).text, render.cuts);
            SourceFile::new(program.file(file_idx).path.clone(), text)
        })
        .collect()
}

/// The set with all ancestors, all guards of kept clauses, and the whole of indivisible constructs.
fn closed(program: &Tree, keep: &NodeSet) -> NodeSet {
    let mut closed = NodeSet::new();
    for node in keep.iter() {
        closed.insert(node);
        for ancestor in program.ancestors(node) {
            if !closed.insert(ancestor) {
                break;
            }
        }
    }
    for node in program.ids() {
        let inside_kept = program.parent(node).is_some_and(|parent| {
            closed.contains(parent)
                && (INDIVISIBLE.contains(&program.kind(parent))
                    || program.kind(parent) == "guard"
                    || (!program.is_counted(parent) && program.kind(parent) != "branch"))
        });
        if inside_kept
            || (program.kind(node) == "guard"
                && program.parent(node).is_some_and(|parent| closed.contains(parent)))
        {
            closed.insert(node);
        }
    }
    closed
}

struct Render<'t> {
    program: &'t Tree,
    keep: &'t NodeSet,
    cuts: Vec<Cut>,
}

impl Render<'_> {
    fn visit(&mut self, node: NodeId) {
        let children: Vec<NodeId> = self.program.children(node).collect();
        self.siblings(Some(node), &children);
    }

    /// Deletes the siblings that are not kept and visits the others.
    fn siblings(&mut self, parent: Option<NodeId>, siblings: &[NodeId]) {
        let items: Vec<NodeId> =
            siblings.iter().copied().filter(|&node| self.is_item(parent, node)).collect();
        self.delete_items(parent, &items);
        for &node in siblings {
            if self.keep.contains(node) {
                self.visit(node);
            } else if !items.contains(&node) {
                self.replace(parent, node);
            }
        }
    }

    /// Takes deleted functions out of `-export` and `-spec`, which must name existing ones.
    fn attributes(&mut self, file_idx: usize, roots: &[NodeId]) {
        if self.program.language() != Language::Erlang {
            return;
        }
        let gone = roots.iter().filter(|&&root| !self.keep.contains(root));
        let gone: Vec<&str> = gone.map(|&root| self.program.label(root)).collect();
        for cut in of_functions(&self.program.file(file_idx).text, &gone) {
            self.cut(cut.start, cut.end, "");
        }
    }

    /// Whether the node is one of a list that can do without it: a statement, clause, function.
    ///
    /// A declarator is not: what declares it would be left without one.
    fn is_item(&self, parent: Option<NodeId>, node: NodeId) -> bool {
        let flags = self.program.flags(node);
        let has_terminators =
            matches!(self.program.language(), Language::C | Language::Java | Language::JavaScript);
        let declares = self.program.kind(node).ends_with("declarator") || flags.has(Flags::VARIABLE);
        flags.has(Flags::STATEMENT)
            && self.program.kind(node) != "branch"
            && !(has_terminators && declares)
            && parent.is_none_or(|parent| self.program.kind(parent) != "cons")
    }

    fn delete_items(&mut self, parent: Option<NodeId>, items: &[NodeId]) {
        // Clauses after statements (`case X of …`) are lists of their own: separators do not join them.
        let program = self.program;
        for group in items.chunk_by(|&a, &b| is_clause(program, a) == is_clause(program, b)) {
            let none_kept = !group.iter().any(|&item| self.keep.contains(item));
            if none_kept {
                let first = program.span(group[0]);
                self.cut(first.start, first.end, self.empty_body(parent, group[0]));
            }
            let mut previous_end = none_kept.then(|| program.span(group[0]).end);
            for (idx, &item) in group.iter().enumerate().skip(usize::from(none_kept)) {
                let next_start = group.get(idx + 1).map(|&next| program.span(next).start);
                if self.keep.contains(item) {
                    previous_end = Some(program.span(item).end);
                } else if next_start.is_none() && self.is_value(parent, item) {
                    let span = program.span(item);
                    self.cut(span.start, span.end, "undef");
                } else {
                    self.delete_item(item, previous_end, next_start);
                }
            }
        }
    }

    /// Whether the last item of a list is the value of an Erlang body, which must not become another's.
    fn is_value(&self, parent: Option<NodeId>, item: NodeId) -> bool {
        let holds_no_body = |parent| matches!(self.program.kind(parent), "qualifiers");
        self.program.language() == Language::Erlang
            && !is_clause(self.program, item)
            && parent.is_some_and(|parent| !holds_no_body(parent))
    }

    /// Deletes one element of a list with the separator before it, or the one after the first.
    ///
    /// Outside Erlang a statement carries its own terminator, and nothing joins it to its neighbours.
    fn delete_item(&mut self, item: NodeId, previous_end: Option<usize>, next_start: Option<usize>) {
        let span = self.program.span(item);
        if self.program.language() != Language::Erlang {
            let text = &self.program.file(self.program.file_of(item)).text;
            let blanks = text[span.end..].len() - text[span.end..].trim_start_matches([' ', '\t']).len();
            let has_terminator = text[span.end + blanks..].starts_with(';');
            self.cut(span.start, span.end + if has_terminator { blanks + 1 } else { 0 }, "");
            return;
        }
        match (previous_end, next_start) {
            (Some(end), _) => self.cut(end, span.end, ""),
            (None, Some(next)) => self.cut(span.start, next, ""),
            (None, None) => self.cut(span.start, span.end, ""),
        }
    }

    /// What a body without statements needs.
    fn empty_body(&self, parent: Option<NodeId>, item: NodeId) -> &'static str {
        match (self.program.language(), parent) {
            (_, None) => "",
            (Language::Erlang, Some(_)) if is_clause(self.program, item) => "",
            (Language::Erlang, Some(_)) => "undef",
            (Language::Python, Some(_)) => "pass",
            _ => "",
        }
    }

    /// Puts a placeholder where the syntax must have something.
    fn replace(&mut self, parent: Option<NodeId>, node: NodeId) {
        let span = self.program.span(node);
        let by = match (self.program.language(), self.program.kind(node)) {
            (Language::Erlang, "nil" | "cons")
                if parent.is_some_and(|parent| self.program.kind(parent) == "cons") =>
            {
                return;
            }
            (Language::Erlang, _) if self.is_pattern(node) => "_",
            (Language::Erlang, _) => "undef",
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

    /// Whether an Erlang node stands where only a pattern may: in a clause head, left of `=` or `<-`.
    fn is_pattern(&self, node: NodeId) -> bool {
        let mut below = node;
        for above in self.program.ancestors(node) {
            let first = self.program.children(above).next() == Some(below);
            match self.program.kind(above) {
                "match_expr" | "generator" | "b_generator" | "map_generator" | "cond_match_expr" => {
                    return first;
                }
                kind if kind.ends_with("_clause") => {
                    let guard =
                        self.program.children(above).find(|&child| self.program.kind(child) == "guard");
                    return guard.is_some_and(|guard| below < guard);
                }
                "clause_body" | "call" => return false,
                _ => below = above,
            }
        }
        false
    }

    fn cut(&mut self, start: usize, stop: usize, by: &'static str) {
        self.cuts.push(Cut { start, stop, by });
    }
}

fn is_clause(program: &Tree, node: NodeId) -> bool {
    program.kind(node).ends_with("_clause")
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
        check(Language::Erlang, "f(X) -> A = 1, B = X, B.", &["A = 1"], "f(X) -> B = X, B.");
        check(Language::Erlang, "f(X) -> A = 1, B = X.", &["B = X"], "f(X) -> A = 1, undef.");
    }

    #[test]
    fn statements_go_with_their_separators_and_keep_lines() {
        check(Language::Python, "x = 1\ny = 2\nz = 3\n", &["y = 2"], "x = 1\n\nz = 3\n");
        check(Language::Python, "if c:\n    x = 1\ny = 2\n", &["x = 1"], "if c:\n    pass\ny = 2\n");
        check(Language::C, "int f() { g(); h(); return 1; }", &["h()"], "int f() { g();  return 1; }");
    }
}
