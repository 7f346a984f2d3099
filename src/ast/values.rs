//! Statements that begin on a line, and the values in them: what a criterion without a variable means.
//!
//! In: a tree and a line. Out: nodes. Which kinds of nodes are calls, and which of their children are arguments, is
//! said by the language's profile.

use std::ops::Range;

use super::tree::{BRANCH, Flags, NodeId, NodeSet, Tree};

impl Tree {
    /// Statements, clauses, branches and definitions that begin on a line, in preorder. A definition begins where its
    /// name is, everything else with its first token. Empty when what is on the line begins on another.
    pub fn statements_on(&self, file_idx: usize, line: usize) -> Vec<NodeId> {
        let Some(bytes) = self.line_index(file_idx).line_bytes(line) else { return Vec::new() };
        let begins = |&node: &NodeId| {
            let flags = self.flags(node);
            let start =
                if flags.has(Flags::DEFINITION) { self.own_offset(node) } else { self.span(node).start };
            flags.has(Flags::STATEMENT) && bytes.contains(&start)
        };
        self.file_nodes(file_idx).filter(begins).collect()
    }

    /// Counted variables and arguments of calls that are in no statement but these, in preorder: not what is in
    /// statements nested in them, nor names of what is called.
    pub fn values_in(&self, statements: &[NodeId]) -> Vec<NodeId> {
        let statements: NodeSet = statements.iter().copied().collect();
        let is_inside = |node: NodeId| statements.contains(self.statement_of(node));
        let is_value = |node: NodeId| {
            (self.flags(node).has(Flags::VARIABLE) && !self.is_callee(node)) || self.is_argument(node)
        };
        statements
            .iter()
            .filter(|&node| self.ancestors(node).all(|above| !statements.contains(above)))
            .flat_map(|node| self.subtree(node))
            .filter(|&node| self.is_counted(node) && is_value(node) && is_inside(node))
            .collect()
    }

    /// Whether the node is handed to a call.
    pub fn is_argument(&self, node: NodeId) -> bool {
        self.place_in_call(node).is_some_and(|(n_callees, idx)| idx >= n_callees)
    }

    /// Whether the node says what is called.
    fn is_callee(&self, node: NodeId) -> bool {
        self.place_in_call(node).is_some_and(|(n_callees, idx)| idx < n_callees)
    }

    /// How many children of the call around a node say what is called, and the node's place among all children.
    fn place_in_call(&self, node: NodeId) -> Option<(usize, usize)> {
        let call = self.parent(node)?;
        let n_callees = self.n_names_called(call)?;
        Some((n_callees, self.children(call).position(|child| child == node)?))
    }

    /// Bytes of a statement without the statements nested in it: to its end, or to the first of these.
    pub fn header(&self, statement: NodeId) -> Range<usize> {
        let span = self.span(statement);
        let is_nested =
            |&node: &NodeId| self.flags(node).has(Flags::STATEMENT) && self.span(node).start > span.start;
        let nested = self.subtree(statement).filter(is_nested).map(|node| self.span(node).start).min();
        let end = nested.map_or(span.end, |start| start.min(span.end));
        let text = &self.file(self.file_of(statement)).text[span.start..end];
        // What stands before a nested statement in its line may be its own, such as a type.
        let text = match text.rfind('\n').filter(|_| nested.is_some()) {
            Some(newline) => &text[..newline],
            None => text,
        };
        let text = if nested.is_some() { text.trim_end().trim_end_matches('{') } else { text };
        span.start..span.start + text.trim_end().len()
    }

    /// Whether the node is the branch of a conditional, which stands for the statements in it.
    pub fn is_branch(&self, node: NodeId) -> bool {
        self.kind(node) == BRANCH
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    fn check(language: Language, text: &str, line: usize, statements: &[&str], values: &[&str]) {
        let tree = Tree::parse(language, &[SourceFile::new("program", text)]);
        let found = tree.statements_on(0, line);
        let headers: Vec<&str> = found
            .iter()
            .filter(|&&node| !tree.is_branch(node))
            .map(|&node| &text[tree.header(node)])
            .collect();
        assert_eq!(headers, statements, "{language}, line {line}");
        let found: Vec<&str> = tree.values_in(&found).into_iter().map(|node| tree.text(node)).collect();
        assert_eq!(found, values, "{language}, line {line}");
    }

    #[test]
    fn values_are_variables_and_arguments_of_the_innermost_statement() {
        let c = "int f(int a) {\n  int x = g(a, h(a) + 1);\n  if (x > a) {\n    p(&x,\n      2);\n  }\n  int y; y = 1;\n  return 0; }\n";
        check(Language::C, c, 1, &["int f(int a)"], &["a"]);
        check(Language::C, c, 2, &["x = g(a, h(a) + 1)"], &["x", "a", "h(a) + 1", "a"]);
        check(Language::C, c, 3, &["if (x > a)"], &["x", "a"]);
        check(Language::C, c, 4, &["p(&x,\n      2)"], &["&x", "x", "2"]);
        check(Language::C, c, 5, &[], &[]);
        check(Language::C, c, 7, &["y", "y = 1"], &["y", "y"]);
        check(Language::C, c, 8, &["return 0;"], &[]);
    }

    #[test]
    fn every_language_has_calls() {
        let erlang = "f(A, {B, _}) when A > B ->\n  X = m:g(A, [B]),\n  case X of\n    {1, Q} -> Q;\n    _ -> A(X)\n  end.\n";
        check(
            Language::Erlang,
            erlang,
            1,
            &["f(A, {B, _}) when A > B ->", "f(A, {B, _}) when A > B ->"],
            &["A", "B"],
        );
        check(Language::Erlang, erlang, 2, &["X = m:g(A, [B])"], &["X", "A", "[B]", "B"]);
        check(Language::Erlang, erlang, 3, &["case X of"], &["X"]);
        check(Language::Erlang, erlang, 4, &["{1, Q} ->", "Q"], &["Q", "Q"]);
        check(Language::Erlang, erlang, 5, &["_ ->", "A(X)"], &["X"]);
        let java = "class A {\n  int f(int a) {\n    int SC;\n    SC = o.m(a).n(3);\n    new B(SC);\n    for (int i = 0; i < a; i++) {\n      g(i);\n    }\n  }\n}\n";
        check(Language::Java, java, 3, &["SC"], &["SC"]);
        check(Language::Java, java, 4, &["SC = o.m(a).n(3)"], &["SC", "o.m(a)", "o", "a", "3"]);
        check(Language::Java, java, 5, &["new B(SC)"], &["SC"]);
        check(Language::Java, java, 6, &["for (int i = 0; i < a; i++)"], &["i", "i", "a", "i"]);
        let javascript = "let y;\nif (y) z = new C(1);\nk(y, () => { return y; });\n";
        check(Language::JavaScript, javascript, 1, &["y"], &["y"]);
        check(Language::JavaScript, javascript, 2, &["if (y)", "z = new C(1)"], &["y", "z", "1"]);
        check(
            Language::JavaScript,
            javascript,
            3,
            &["k(y, () =>", "return y;"],
            &["y", "() => { return y; }", "y"],
        );
        let python = "@d\ndef f(a, b=1):\n  x = g(a, k=b)\n  return x\n";
        check(Language::Python, python, 3, &["x = g(a, k=b)"], &["x", "a", "k=b", "b"]);
        let r = "f <- function(a) {\n  if (a)\n    x <- g(a, k = 1)\n  x\n}\n";
        check(Language::R, r, 3, &[], &["x", "a", "k = 1"]);
        check(Language::R, r, 4, &["x"], &["x"]);
    }
}
