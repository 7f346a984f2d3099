//! Source text cut into the tokens of its nodes and the text between them, as far as somebody could read it.

use std::collections::BTreeMap;
use std::ops::Range;

use super::output::visible;
use super::task_view::TokenMark;
use crate::ast::{NodeId, Tree};

/// Files are cut after this many characters: nobody reads on, and a browser would not open it.
const MAX_FILE_CHARS: usize = 200_000;

/// Lines are cut after this many characters.
const MAX_LINE_CHARS: usize = 1000;

/// A file in pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceView {
    /// Path in the program or answer.
    pub path: String,
    /// In the order of the text.
    pub pieces: Vec<TextPiece>,
}

/// A piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPiece {
    /// The text, with characters that cannot be seen made visible.
    pub text: String,
    /// The nodes whose token it is; `None` for text that does not count.
    pub token: Option<TokenNodes>,
}

/// A token with the nodes that share it, such as a call and the name of its function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenNodes {
    /// What became of the nodes, of an answer; `None` in a program, where it depends on the answer.
    pub mark: Option<TokenMark>,
    /// Kinds of its nodes in the words of the grammar.
    pub kinds: Vec<String>,
    /// Nodes of the program that they are, or in whose place they stand; empty for what the program has not.
    pub nodes: Vec<NodeId>,
    /// The nearest node of the program around the first of them.
    pub around: Option<NodeId>,
}

/// What is known of a node that has a token.
#[derive(Clone, Copy, Debug)]
pub(super) struct OriginNode {
    /// What became of it.
    pub(super) mark: Option<TokenMark>,
    /// The node of the program that it is, or in whose place it stands.
    pub(super) origin: Option<NodeId>,
}

/// All files of a tree; `node` says what is known of a node, `None` of one that does not count.
pub(super) fn pieces(tree: &Tree, node: &dyn Fn(NodeId) -> Option<OriginNode>) -> Vec<SourceView> {
    (0..tree.files().len()).map(|file_idx| file(tree, file_idx, node)).collect()
}

fn file(tree: &Tree, file_idx: usize, node: &dyn Fn(NodeId) -> Option<OriginNode>) -> SourceView {
    let file = tree.file(file_idx);
    let mut tokens: BTreeMap<usize, (Range<usize>, TokenNodes)> = BTreeMap::new();
    let mut without: Vec<NodeId> = Vec::new();
    let add = |token: &mut TokenNodes, id: NodeId| {
        let Some(found) = node(id) else { return };
        token.add(found, tree.kind(id), || {
            tree.ancestors(id).find_map(|above| node(above).and_then(|found| found.origin))
        });
    };
    for id in tree.file_nodes(file_idx).filter(|&id| node(id).is_some()) {
        let range = tree.own_token(id);
        if range.is_empty() {
            without.push(id);
            continue;
        }
        let (shown, token) = tokens.entry(range.start).or_default();
        add(token, id);
        *shown = range;
    }
    // A node without a token of its own, such as a guard that is not written, is at the one of another that begins
    // there, or of what is around it: what is counted must be somewhere to be seen.
    for id in without {
        let starts = tree.ancestors(id).map(|above| tree.own_token(above).start);
        let start =
            std::iter::once(tree.own_offset(id)).chain(starts).find(|start| tokens.contains_key(start));
        if let Some((_, token)) = start.and_then(|start| tokens.get_mut(&start)) {
            add(token, id);
        }
    }
    let mut writer = TextPieces::default();
    let mut end = 0;
    for (range, token) in tokens.into_values() {
        if range.start < end {
            continue;
        }
        writer.push(&file.text[end..range.start], None);
        end = range.end;
        writer.push(&file.text[range], Some(token));
    }
    writer.push(&file.text[end..], None);
    SourceView { path: visible(&file.path.display().to_string()), pieces: writer.finish() }
}

impl TokenNodes {
    /// Of nodes that became different things the worst is shown: a mistake must not hide behind what was kept.
    fn add(&mut self, node: OriginNode, kind: &str, around: impl FnOnce() -> Option<NodeId>) {
        let is_first = self.kinds.is_empty();
        let is_worse = node.mark.map(TokenMark::severity) > self.mark.map(TokenMark::severity);
        if is_first || is_worse {
            *self = TokenNodes { mark: node.mark, around: around(), ..TokenNodes::default() };
        }
        if self.mark == node.mark {
            self.kinds.push(kind.to_owned());
            self.nodes.extend(node.origin);
        }
    }
}

/// Collects pieces as long as somebody could read them.
#[derive(Default)]
struct TextPieces {
    pieces: Vec<TextPiece>,
    n_chars: usize,
    column: usize,
    n_cut: usize,
}

impl TextPieces {
    fn push(&mut self, text: &str, token: Option<TokenNodes>) {
        let mut shown = String::new();
        for c in text.chars() {
            self.column = if c == '\n' { 0 } else { self.column + 1 };
            match c {
                _ if self.n_chars >= MAX_FILE_CHARS => self.n_cut += 1,
                c if c != '\n' && self.column == MAX_LINE_CHARS => {
                    shown.push_str(" … the rest of the line is not shown");
                    self.n_cut += usize::from(c != '\n');
                }
                _ if self.column > MAX_LINE_CHARS => self.n_cut += 1,
                c => {
                    self.n_chars += 1;
                    shown.push(c);
                }
            }
        }
        // A line end of another system is no character to be shown.
        let shown = visible(&shown.replace("\r\n", "\n"));
        if !shown.is_empty() {
            self.pieces.push(TextPiece { text: shown, token });
        }
    }

    fn finish(mut self) -> Vec<TextPiece> {
        if self.n_cut > 0 {
            let text = format!("\n… {} characters of this file are not shown", self.n_cut);
            self.pieces.push(TextPiece { text, token: None });
        }
        self.pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    fn erlang(text: &str) -> Vec<TextPiece> {
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("a.erl", text)]);
        let node = |id: NodeId| tree.is_counted(id).then_some(OriginNode { mark: None, origin: Some(id) });
        pieces(&tree, &node).remove(0).pieces
    }

    #[test]
    fn pieces_are_the_whole_text_in_order() {
        let text = "f(X) ->\n    Y = X + 10, % ten\n    g(Y, \"a b\").\n";
        let pieces = erlang(text);
        let whole: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(whole, text);
        let tokens: Vec<&str> =
            pieces.iter().filter(|piece| piece.token.is_some()).map(|piece| piece.text.as_str()).collect();
        assert_eq!(tokens, ["f", "X", "Y", "=", "X", "+", "10", "g", "Y", "\"a b\""]);
    }

    #[test]
    fn a_token_names_its_nodes_and_the_one_around() {
        let pieces = erlang("f(X) -> X + 10.\n");
        let token = |text: &str| {
            let found = pieces.iter().find(|piece| piece.text == text).and_then(|piece| piece.token.as_ref());
            found.unwrap_or_else(|| panic!("{text} in {pieces:?}"))
        };
        assert_eq!(token("10").around, token("+").nodes.last().copied());
        assert_eq!(token("f").nodes.len(), token("f").kinds.len());
        // The guard that is not written is a node, too.
        let n_nodes =
            pieces.iter().flat_map(|piece| &piece.token).map(|token| token.nodes.len()).sum::<usize>();
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("a.erl", "f(X) -> X + 10.\n")]);
        assert_eq!(n_nodes, tree.n_counted());
    }

    #[test]
    fn the_worst_of_nodes_that_share_a_token_is_shown() {
        let mut token = TokenNodes::default();
        let node = |mark, origin| OriginNode { mark: Some(mark), origin };
        token.add(node(TokenMark::Kept, Some(1)), "call", || Some(0));
        token.add(node(TokenMark::Invented, None), "atom", || Some(1));
        token.add(node(TokenMark::Surplus, Some(3)), "integer", || None);
        let kinds = vec!["atom".to_owned()];
        assert_eq!(
            token,
            TokenNodes { mark: Some(TokenMark::Invented), kinds, nodes: Vec::new(), around: Some(1) }
        );
    }

    #[test]
    fn endless_lines_are_cut_with_a_note() {
        let pieces = erlang(&format!("f() -> \"{}\".\n", "x".repeat(1_000_000)));
        let n_chars: usize = pieces.iter().map(|piece| piece.text.chars().count()).sum();
        assert!(n_chars < 1200, "{n_chars}");
        assert!(pieces.iter().any(|piece| piece.text.contains("the rest of the line is not shown")));
        assert!(pieces.last().unwrap().text.contains("characters of this file are not shown"));
    }
}
