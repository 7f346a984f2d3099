//! What became of each character of a program and of an answer, and what changed between two answers.

use std::ops::Range;

use anstyle::{AnsiColor, Style};

use crate::ast::{NodeId, Tree};
use crate::grade::Examined;
use crate::map::Fate;
use crate::report::{char_columns, printable};

/// What a piece of code is to the grade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum NodeMark {
    /// Nothing that counts.
    #[default]
    Plain,
    /// Neither in gold nor in the answer.
    Neither,
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
    /// In gold, and no longer in the answer.
    GoldLost,
    /// In gold, and newly in the answer.
    GoldGained,
    /// Not in gold, and newly in the answer.
    SurplusGained,
    /// Not in gold, and no longer in the answer.
    SurplusLost,
}

impl NodeMark {
    /// All marks that are explained, in the order of the legend.
    pub(super) const SHOWN: [NodeMark; 6] = [
        NodeMark::Kept,
        NodeMark::Missing,
        NodeMark::Surplus,
        NodeMark::Residue,
        NodeMark::Rewritten,
        NodeMark::Invented,
    ];

    /// What can change between two answers, in the order of the legend.
    pub(super) const CHANGES: [NodeMark; 4] =
        [NodeMark::GoldLost, NodeMark::GoldGained, NodeMark::SurplusGained, NodeMark::SurplusLost];

    /// The character that says it without colour.
    pub(super) fn symbol(self) -> char {
        self.look().0
    }

    /// The word of the legend.
    pub(super) fn name(self) -> &'static str {
        self.look().1
    }

    pub(super) fn style(self) -> Style {
        self.look().2
    }

    fn look(self) -> (char, &'static str, Style) {
        let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
        match self {
            NodeMark::Plain | NodeMark::Neither => (' ', "in neither", Style::new().dimmed()),
            NodeMark::Kept => ('=', "kept", colour(AnsiColor::Green)),
            NodeMark::Missing => ('-', "missing", colour(AnsiColor::Red).bold()),
            NodeMark::Surplus => ('+', "surplus", colour(AnsiColor::Yellow)),
            NodeMark::Residue => ('.', "residue", colour(AnsiColor::Blue)),
            NodeMark::Rewritten => ('~', "rewritten", colour(AnsiColor::Magenta)),
            NodeMark::Invented => ('!', "invented", colour(AnsiColor::Red).invert()),
            NodeMark::GoldLost => ('-', "gold lost", colour(AnsiColor::Red).bold()),
            NodeMark::GoldGained => ('+', "gold gained", colour(AnsiColor::Green).bold()),
            NodeMark::SurplusGained => ('s', "surplus gained", colour(AnsiColor::Yellow)),
            NodeMark::SurplusLost => ('o', "surplus lost", colour(AnsiColor::Cyan)),
        }
    }
}

/// One line of source: every character with its mark.
#[derive(Clone, Debug, Default)]
pub(super) struct MarkedLine {
    /// 1-based line number.
    pub(super) number: usize,
    /// The criterion is on this line.
    pub(super) has_criterion: bool,
    /// The characters, tabs expanded and control characters replaced.
    pub(super) chars: Vec<(char, NodeMark)>,
}

impl MarkedLine {
    /// The marks that occur, each once, without [`NodeMark::Plain`].
    pub(super) fn marks(&self) -> Vec<NodeMark> {
        let mut marks: Vec<NodeMark> =
            self.chars.iter().map(|(_, mark)| *mark).filter(|mark| *mark != NodeMark::Plain).collect();
        marks.sort_unstable();
        marks.dedup();
        marks
    }

    /// Whether neither gold nor the answer has anything of the line.
    pub(super) fn is_idle(&self) -> bool {
        self.marks().iter().all(|mark| *mark == NodeMark::Neither)
    }

    /// The text without the blanks around it.
    pub(super) fn text(&self) -> String {
        self.chars.iter().map(|(c, _)| *c).collect::<String>().trim().to_owned()
    }

    /// Whether nothing but blanks is on the line.
    pub(super) fn is_blank(&self) -> bool {
        self.chars.iter().all(|(c, _)| c.is_whitespace())
    }
}

/// Characters in pieces of at most so many columns, at least one piece.
pub(super) fn chunks(chars: &[(char, NodeMark)], n_columns: usize) -> Vec<&[(char, NodeMark)]> {
    let mut chunks = Vec::new();
    let (mut start, mut used) = (0, 0);
    for (idx, (c, _)) in chars.iter().enumerate() {
        if used + char_columns(*c) > n_columns && idx > start {
            chunks.push(&chars[start..idx]);
            (start, used) = (idx, 0);
        }
        used += char_columns(*c);
    }
    chunks.push(&chars[start..]);
    chunks
}

/// The symbols of the marks, as wide as the characters above them.
pub(super) fn symbols(chars: &[(char, NodeMark)]) -> Vec<(char, NodeMark)> {
    chars.iter().flat_map(|(c, mark)| vec![(mark.symbol(), *mark); char_columns(*c)]).collect()
}

/// The lines of a file of the program, marked by gold and answer; `criterion` is the 1-based line of the
/// criterion when it is in this file.
pub(super) fn program_lines(
    examined: &Examined,
    file_idx: usize,
    criterion: Option<usize>,
) -> Vec<MarkedLine> {
    let tree = &examined.program;
    let mut lines = marked_lines(tree, file_idx, |node| {
        if !tree.is_counted(node) {
            return NodeMark::Plain;
        }
        match (examined.gold.contains(node), examined.kept.contains(node)) {
            (true, true) => NodeMark::Kept,
            (true, false) => NodeMark::Missing,
            (false, true) => NodeMark::Surplus,
            (false, false) => NodeMark::Neither,
        }
    });
    if let Some(line) = criterion.and_then(|number| lines.get_mut(number - 1)) {
        line.has_criterion = true;
    }
    lines
}

/// The lines of a file of a source answer, marked by the fate of its nodes.
pub(super) fn answer_lines(
    examined: &Examined,
    slice: &Tree,
    fates: &[Fate],
    file_idx: usize,
) -> Vec<MarkedLine> {
    marked_lines(slice, file_idx, |node| match fates[node as usize] {
        Fate::Mapped(origin) if !examined.program.is_counted(origin) => NodeMark::Plain,
        Fate::Mapped(origin) if examined.gold.contains(origin) => NodeMark::Kept,
        Fate::Mapped(_) => NodeMark::Surplus,
        Fate::Residue => NodeMark::Residue,
        Fate::Rewritten(_) => NodeMark::Rewritten,
        Fate::Invented => NodeMark::Invented,
    })
}

/// The lines of a file, each token with the mark of its node.
pub(super) fn marked_lines(
    tree: &Tree,
    file_idx: usize,
    mark_of: impl Fn(NodeId) -> NodeMark,
) -> Vec<MarkedLine> {
    let text = &tree.file(file_idx).text;
    let mut marks = vec![NodeMark::Plain; text.len()];
    for node in tree.file_nodes(file_idx) {
        let mark = mark_of(node);
        for byte in tree.own_token(node) {
            marks[byte] = mark;
        }
    }
    let lines = tree.line_index(file_idx);
    let line = |number: usize| MarkedLine {
        number,
        has_criterion: false,
        chars: lines.line_bytes(number).map_or_else(Vec::new, |bytes| marked_chars(text, &marks, bytes)),
    };
    let mut marked: Vec<MarkedLine> = (1..=lines.n_lines()).map(line).collect();
    while marked.last().is_some_and(MarkedLine::is_blank) {
        marked.pop();
    }
    marked
}

/// The characters of one line; positions stay one character each so that marks stand below them.
fn marked_chars(text: &str, marks: &[NodeMark], bytes: Range<usize>) -> Vec<(char, NodeMark)> {
    let mut chars = Vec::new();
    let start = bytes.start;
    for (offset, c) in text[bytes].char_indices() {
        let mark = marks[start + offset];
        match c {
            '\n' | '\r' => {}
            '\t' => {
                let n_blanks = 4 - chars.len() % 4;
                chars.extend(std::iter::repeat_n((' ', NodeMark::Plain), n_blanks));
            }
            // A terminal sequence, or a mark that turns text around, must not reach the terminal.
            c if printable(c.encode_utf8(&mut [0; 4])).len() != c.len_utf8() => {
                chars.push(('\u{fffd}', mark))
            }
            c => chars.push((c, mark)),
        }
    }
    chars
}

/// Characters in the styles of their marks.
pub(super) fn styled(chars: &[(char, NodeMark)]) -> String {
    let mut out = String::new();
    for run in chars.chunk_by(|a, b| a.1 == b.1) {
        let style = run[0].1.style();
        let text: String = run.iter().map(|(c, _)| *c).collect();
        if text.trim().is_empty() {
            out.push_str(&text);
        } else {
            out.push_str(&format!("{style}{text}{style:#}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    #[test]
    fn tokens_of_nodes_are_what_a_reader_would_point_at() {
        let text = "f(X) -> Y = X + 10, g(Y, \"a b\").";
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("a.erl", text)]);
        let tokens: Vec<&str> = tree
            .ids()
            .filter(|&node| tree.is_counted(node))
            .map(|node| &text[tree.own_token(node)])
            .collect();
        for token in ["f", "X", "Y", "=", "+", "10", "g", "\"a b\""] {
            assert!(tokens.contains(&token), "{token} in {tokens:?}");
        }
    }

    #[test]
    fn control_characters_are_replaced_and_tabs_expanded() {
        let tree = Tree::parse(Language::Python, &[SourceFile::new("a.py", "\tx = \u{1b}1\r\n")]);
        let lines = marked_lines(&tree, 0, |_| NodeMark::Plain);
        let text: String = lines[0].chars.iter().map(|(c, _)| *c).collect();
        assert_eq!((lines.len(), text.as_str()), (1, "    x = \u{fffd}1"));
    }
}
