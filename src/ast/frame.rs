//! What is only around a criterion in its own statement.
//!
//! In: a tree and a node. Out: nodes. `io:format("~p~n", [C])` around `C` is a call, the name of what is called, and a
//! cell of a list: a slicer that keeps them keeps nothing that could affect the value, and one that drops them
//! loses nothing. Arguments and elements beside `C` are no part of the frame.

use super::profiles;
use super::tree::{Flags, NodeId, NodeSet, Tree};

impl Tree {
    /// The nodes between a node and the statement around it, innermost first, with the statement itself where it is an
    /// expression. Empty for a node that is a statement.
    ///
    /// A statement that holds others is no frame: without it, what it does to them is gone.
    pub fn around(&self, node: NodeId) -> Vec<NodeId> {
        let statement = self.statement_of(node);
        if statement == node {
            return Vec::new();
        }
        let holds_others =
            self.subtree(statement).skip(1).any(|below| self.flags(below).has(Flags::STATEMENT));
        let is_frame = |&above: &NodeId| above > statement || above == statement && !holds_others;
        self.ancestors(node).take_while(is_frame).collect()
    }

    /// The frame of a node: what is [around](Tree::around) it, with the names of the calls among them.
    pub fn frame(&self, node: NodeId) -> NodeSet {
        let around = self.around(node);
        let names = around.iter().flat_map(|&above| self.names_called(above));
        let names = names.filter(|&name| !self.subtree(name).contains(&node));
        let names = names.flat_map(|name| self.subtree(name));
        around.iter().copied().chain(names).filter(|&part| self.is_counted(part)).collect()
    }

    /// The children of a call that say what is called, receivers included; none of any other node.
    pub fn names_called(&self, call: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let n_names = self.n_names_called(call);
        let own = self.own_offset(call);
        let children = self.children(call).enumerate();
        let is_name = move |(idx, child): &(usize, NodeId)| {
            n_names.is_some_and(|n_names| *idx < n_names || self.span(*child).end <= own)
        };
        children.filter(is_name).map(|(_, child)| child)
    }

    /// Whether the node is a call.
    pub fn is_call(&self, node: NodeId) -> bool {
        self.n_names_called(node).is_some()
    }

    /// How many of the first children of a call say what is called; `None` of any other node.
    pub(super) fn n_names_called(&self, node: NodeId) -> Option<usize> {
        let kind = self.kind(node);
        let calls = profiles::rules(self.language()).profile.calls;
        calls.iter().find(|(name, _)| *name == kind).map(|(_, n_names)| *n_names)
    }
}

#[cfg(test)]
mod tests {
    use crate::ast::{SourceFile, Tree};
    use crate::language::Language;

    /// The frame of the last node with this text, as labels or kinds in preorder.
    fn check(language: Language, text: &str, criterion: &str, expected: &[&str]) {
        let tree = Tree::parse(language, &[SourceFile::new("program", text)]);
        let node = tree.ids().rev().find(|&node| tree.text(node) == criterion).expect("is a node");
        let word = |node| if tree.label(node).is_empty() { tree.kind(node) } else { tree.label(node) };
        let found: Vec<&str> = tree.frame(node).iter().map(word).collect();
        assert_eq!(found, expected, "{language}: {text}");
    }

    #[test]
    fn a_frame_is_what_is_around_a_node_in_its_statement() {
        let erlang = "f(X) -> A = 1, io:format(\"~p\", [X, A]), g({X, A}), A.";
        check(Language::Erlang, erlang, "[X, A]", &["call", "io:format"]);
        check(Language::Erlang, "f(X) -> {X, 1}.", "X", &["tuple"]);
        check(Language::Erlang, "f(X) -> Y = g(X), Y.", "X", &["match_expr", "call", "g"]);
        // A parameter, and a statement itself.
        check(Language::Erlang, "f(X) -> 1.", "X", &[]);
        check(Language::Erlang, "f(X) -> X.", "X", &[]);
        check(Language::C, "int f(int x) { printf(\"%d\", x); }", "x", &["call_expression", "printf"]);
        check(Language::C, "int f(int x) { while (x > 1) g(); }", "x", &["_>_"]);
        let java = "class A { void f(int x) { System.out.println(x); } }";
        check(Language::Java, java, "x", &["println", "out", "System"]);
        check(Language::Python, "print(1 + x)\n", "x", &["call", "print", "_+_"]);
    }
}
