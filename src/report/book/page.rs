//! One answer as a page shows it: program, gold slice and answer in pieces of text, each with what became of it.

use std::collections::BTreeMap;
use std::ops::Range;

use super::excerpt::{Excerpt, visible};
use crate::ast::{NodeId, NodeSet, Tree};
use crate::grade::Examined;
use crate::map::Fate;

/// Files of a page are cut after this many characters: nobody reads on, and a browser would not open it.
const MAX_FILE_CHARS: usize = 200_000;

/// Lines of a page are cut after this many characters.
const MAX_LINE_CHARS: usize = 1000;

/// What a piece of code is to the grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// In gold and in the answer.
    Kept,
    /// In gold only.
    Missing,
    /// In the answer only.
    Surplus,
    /// Glue or placeholder of the answer.
    Residue,
    /// Other text in the place of program code.
    Rewritten,
    /// Nowhere in the program.
    Invented,
    /// Counts, and is in neither.
    Neither,
}

impl Mark {
    /// Every mark, in the order of legends.
    pub const ALL: [Mark; 7] = [
        Mark::Kept,
        Mark::Missing,
        Mark::Surplus,
        Mark::Residue,
        Mark::Rewritten,
        Mark::Invented,
        Mark::Neither,
    ];

    /// The word of legends.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Kept => "kept",
            Mark::Missing => "missing",
            Mark::Surplus => "surplus",
            Mark::Residue => "residue",
            Mark::Rewritten => "rewritten",
            Mark::Invented => "invented",
            Mark::Neither => "neither",
        }
    }
}

/// A piece of text that belongs to one node, or to none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text, with characters that cannot be seen made visible.
    pub text: String,
    /// What became of its node; `None` for text that does not count.
    pub mark: Option<Mark>,
    /// Kinds of its nodes in the words of the grammar, with commas between; empty without a mark.
    pub kind: String,
}

/// A file in pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedFile {
    /// Path in the program or answer.
    pub path: String,
    /// In the order of the text.
    pub pieces: Vec<Piece>,
}

/// A node that is missing, surplus or invented, and where; lines and columns are 1-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Missing or surplus in the program, invented in the answer.
    pub mark: Mark,
    /// File of the program, or of the answer when invented.
    pub file: String,
    /// Line of the token.
    pub line: usize,
    /// Column of the token, in characters.
    pub column: usize,
    /// Column after the token, in characters.
    pub end_column: usize,
    /// Kind of the node in the words of the grammar.
    pub kind: String,
    /// The token, what cannot be seen made visible.
    pub token: String,
}

/// What is shown of one answer.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The program, by gold and answer.
    pub program: Vec<MarkedFile>,
    /// The gold slice that was used, by what the answer kept of it.
    pub gold: Vec<MarkedFile>,
    /// The answer; empty without one, and when it was given as places of the program.
    pub answer: Vec<MarkedFile>,
    /// What the slicer printed.
    pub output: Vec<Excerpt>,
    /// Nodes that are not as in gold, in the order of the program; empty without an answer.
    pub faults: Vec<Fault>,
}

impl Page {
    /// The page of an answer.
    pub fn new(examined: &Examined, output: Vec<Excerpt>) -> Page {
        let program = &examined.program;
        let is_answered = examined.grade.f1.is_some();
        let mark = |node: NodeId| {
            let is_in = (examined.gold.contains(node), examined.kept.contains(node));
            program.is_counted(node).then_some(match is_in {
                (true, true) => Mark::Kept,
                (true, false) => Mark::Missing,
                (false, true) => Mark::Surplus,
                (false, false) => Mark::Neither,
            })
        };
        let faults = if is_answered { faults(examined, &mark) } else { Vec::new() };
        Page {
            program: files(program, &mark),
            gold: only(program, &examined.gold, &mark),
            answer: answer(examined),
            output,
            faults,
        }
    }
}

fn files(tree: &Tree, mark: &dyn Fn(NodeId) -> Option<Mark>) -> Vec<MarkedFile> {
    (0..tree.files().len()).map(|file_idx| marked(tree, file_idx, mark)).collect()
}

/// The lines of the program that have something of a set of nodes, with the rest of each line faint.
fn only(tree: &Tree, nodes: &NodeSet, mark: &dyn Fn(NodeId) -> Option<Mark>) -> Vec<MarkedFile> {
    let has_any =
        |pieces: &[Piece]| pieces.iter().any(|piece| matches!(piece.mark, Some(Mark::Kept | Mark::Missing)));
    let in_gold = |node: NodeId| match nodes.contains(node) {
        true => mark(node),
        false => tree.is_counted(node).then_some(Mark::Neither),
    };
    let mut found = files(tree, &in_gold);
    for file in &mut found {
        let lines = lines(std::mem::take(&mut file.pieces));
        file.pieces = lines.into_iter().filter(|line| has_any(line)).flatten().collect();
    }
    found
}

/// Pieces by line; a piece that spans lines is divided.
fn lines(pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    let mut lines = vec![Vec::new()];
    for piece in pieces {
        for part in piece.text.split_inclusive('\n') {
            let line = lines.last_mut().expect("there is always a line");
            line.push(Piece { text: part.to_owned(), ..piece.clone() });
            if part.ends_with('\n') {
                lines.push(Vec::new());
            }
        }
    }
    lines
}

fn answer(examined: &Examined) -> Vec<MarkedFile> {
    let Some((slice, mapping)) = &examined.source else { return Vec::new() };
    let mark = |node: NodeId| match mapping.fates[node as usize] {
        Fate::Mapped(origin) if !examined.program.is_counted(origin) => None,
        Fate::Mapped(origin) if examined.gold.contains(origin) => Some(Mark::Kept),
        Fate::Mapped(_) => Some(Mark::Surplus),
        Fate::Residue => Some(Mark::Residue),
        Fate::Rewritten(_) => Some(Mark::Rewritten),
        Fate::Invented => Some(Mark::Invented),
    };
    files(slice, &mark)
}

/// A token with the nodes that share it, such as a call and the name of its function.
#[derive(Default)]
struct Token {
    range: Range<usize>,
    mark: Option<Mark>,
    kinds: Vec<String>,
}

impl Token {
    /// Of nodes that became different things the worst is shown: a mistake must not hide behind what was kept.
    fn add(&mut self, range: Range<usize>, mark: Mark, kind: &str) {
        const WORST_FIRST: [Mark; 7] = [
            Mark::Missing,
            Mark::Invented,
            Mark::Surplus,
            Mark::Rewritten,
            Mark::Residue,
            Mark::Kept,
            Mark::Neither,
        ];
        let rank = |mark: Mark| WORST_FIRST.iter().position(|found| *found == mark);
        if self.mark.is_none_or(|shown| rank(mark) < rank(shown)) {
            self.kinds.clear();
            self.mark = Some(mark);
        }
        if self.mark == Some(mark) {
            self.kinds.push(kind.to_owned());
        }
        // A node without a token of its own, such as a guard that is not written, is at that of another.
        if !range.is_empty() {
            self.range = range;
        }
    }
}

/// Cuts a file into the tokens of its nodes and the text between them.
fn marked(tree: &Tree, file_idx: usize, mark: &dyn Fn(NodeId) -> Option<Mark>) -> MarkedFile {
    let file = tree.file(file_idx);
    let mut tokens: BTreeMap<usize, Token> = BTreeMap::new();
    for node in tree.file_nodes(file_idx) {
        let range = tree.own_token(node);
        if let Some(mark) = mark(node) {
            tokens.entry(range.start).or_default().add(range, mark, tree.kind(node));
        }
    }
    let mut writer = Writer::default();
    let mut end = 0;
    for token in tokens.into_values().filter(|token| !token.range.is_empty()) {
        if token.range.start < end {
            continue;
        }
        writer.push(&file.text[end..token.range.start], None, "");
        writer.push(&file.text[token.range.clone()], token.mark, &token.kinds.join(", "));
        end = token.range.end;
    }
    writer.push(&file.text[end..], None, "");
    MarkedFile { path: visible(&file.path.display().to_string()), pieces: writer.finish() }
}

/// Collects pieces as long as somebody could read them.
#[derive(Default)]
struct Writer {
    pieces: Vec<Piece>,
    n_chars: usize,
    column: usize,
    n_cut: usize,
}

impl Writer {
    fn push(&mut self, text: &str, mark: Option<Mark>, kind: &str) {
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
            self.pieces.push(Piece { text: shown, mark, kind: kind.to_owned() });
        }
    }

    fn finish(mut self) -> Vec<Piece> {
        if self.n_cut > 0 {
            let text = format!("\n… {} characters of this file are not shown", self.n_cut);
            self.pieces.push(Piece { text, mark: None, kind: String::new() });
        }
        self.pieces
    }
}

fn faults(examined: &Examined, mark: &dyn Fn(NodeId) -> Option<Mark>) -> Vec<Fault> {
    let program = &examined.program;
    let wrong = |node: &NodeId| matches!(mark(*node), Some(Mark::Missing | Mark::Surplus));
    let mut found: Vec<Fault> = program
        .ids()
        .filter(wrong)
        .map(|node| fault(program, node, mark(node).unwrap_or(Mark::Neither)))
        .collect();
    if let Some((slice, mapping)) = &examined.source {
        let invented =
            |node: &NodeId| slice.is_counted(*node) && mapping.fates[*node as usize] == Fate::Invented;
        found.extend(slice.ids().filter(invented).map(|node| fault(slice, node, Mark::Invented)));
    }
    found
}

fn fault(tree: &Tree, node: NodeId, mark: Mark) -> Fault {
    let file = tree.file(tree.file_of(node));
    let token = tree.own_token(node);
    let text = &file.text;
    let line_start = text[..token.start].rfind('\n').map_or(0, |at| at + 1);
    let column = text[line_start..token.start].chars().count() + 1;
    let token: String = text[token].lines().next().unwrap_or_default().chars().take(80).collect();
    Fault {
        mark,
        file: visible(&file.path.display().to_string()),
        line: tree.line(node),
        column,
        end_column: column + token.chars().count(),
        kind: tree.kind(node).to_owned(),
        token: visible(&token),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    fn pieces(text: &str) -> Vec<Piece> {
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("a.erl", text)]);
        let mark = |node: NodeId| tree.is_counted(node).then_some(Mark::Neither);
        marked(&tree, 0, &mark).pieces
    }

    #[test]
    fn pieces_are_the_whole_text_in_order() {
        let text = "f(X) ->\n    Y = X + 10, % ten\n    g(Y, \"a b\").\n";
        let pieces = pieces(text);
        let whole: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(whole, text);
        let marked: Vec<&str> =
            pieces.iter().filter(|piece| piece.mark.is_some()).map(|piece| piece.text.as_str()).collect();
        assert_eq!(marked, ["f", "X", "Y", "=", "X", "+", "10", "g", "Y", "\"a b\""]);
    }

    #[test]
    fn endless_lines_are_cut_with_a_note() {
        let text = format!("f() -> \"{}\".\n", "x".repeat(1_000_000));
        let pieces = pieces(&text);
        let n_chars: usize = pieces.iter().map(|piece| piece.text.chars().count()).sum();
        assert!(n_chars < 1200, "{n_chars}");
        assert!(pieces.iter().any(|piece| piece.text.contains("the rest of the line is not shown")));
        assert!(pieces.last().unwrap().text.contains("characters of this file are not shown"));
    }

    #[test]
    fn lines_keep_every_character() {
        let piece = |text: &str| Piece { text: text.to_owned(), mark: None, kind: String::new() };
        let lines = lines(vec![piece("a\nb"), piece("c\n"), piece("d")]);
        let texts: Vec<String> =
            lines.iter().map(|line| line.iter().map(|piece| piece.text.as_str()).collect()).collect();
        assert_eq!(texts, ["a\n", "bc\n", "d"]);
    }
}
