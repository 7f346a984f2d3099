//! Program and answer side by side, aligned line by line.

use similar::{Algorithm, DiffTag, capture_diff_slices};

use crate::cli::marks::{MarkedLine, NodeMark, chunks, styled, symbols};
use crate::report::char_columns;

/// Columns of a line number, a mark and the blanks around them, on each side.
const MARGIN: usize = 7;
/// Columns between the two sides.
const GUTTER: usize = 3;
/// Runs of lines that neither gold nor answer has are folded when they are longer than this.
const FOLD_ABOVE: usize = 4;

/// One line of the panel: indices into the lines of the program and of the answer.
type Pair = (Option<usize>, Option<usize>);

/// Lines of both sides, and for each answer line the program line that it shows, where there is one.
pub(super) struct Panel {
    pub(super) program: Vec<MarkedLine>,
    pub(super) answer: Vec<MarkedLine>,
    /// 1-based program line by answer line; `None` for a line of which nothing is in the program.
    pub(super) origins: Vec<Option<usize>>,
}

impl Panel {
    /// The panel as styled lines of at most `width` columns.
    pub(super) fn lines(&self, width: usize) -> Vec<String> {
        let columns = (width.saturating_sub(GUTTER) / 2).saturating_sub(MARGIN).max(10);
        let pairs = self.pairs();
        let mut out = Vec::new();
        let mut start = 0;
        while start < pairs.len() {
            let n_idle = pairs[start..].iter().take_while(|pair| self.is_idle(**pair)).count();
            if n_idle > FOLD_ABOVE {
                out.push(format!("{:>4}   … {n_idle} lines in neither gold nor answer", ""));
                start += n_idle;
                continue;
            }
            let (program, answer) = pairs[start];
            let left = cell(program.map(|idx| &self.program[idx]), columns);
            let right = cell(answer.map(|idx| &self.answer[idx]), columns);
            out.extend(beside(&left, &right, columns + MARGIN));
            start += 1;
        }
        out
    }

    fn is_idle(&self, (program, answer): Pair) -> bool {
        program.is_none_or(|idx| self.program[idx].is_idle())
            && answer.is_none_or(|idx| self.answer[idx].is_idle())
    }

    /// Which lines stand beside each other: an answer line and the program line it comes from.
    fn pairs(&self) -> Vec<Pair> {
        let program: Vec<Key<'_>> = self.program.iter().map(|line| Key::Line(line.number)).collect();
        let shown: Vec<usize> = (0..self.answer.len()).filter(|&idx| !self.answer[idx].is_blank()).collect();
        let answer: Vec<Key<'_>> = shown
            .iter()
            .map(|&idx| self.origins[idx].map_or(Key::Text(&self.answer[idx].chars), Key::Line))
            .collect();
        let mut pairs = Vec::new();
        for operation in capture_diff_slices(Algorithm::Myers, &program, &answer) {
            let (tag, old, new) = operation.as_tag_tuple();
            let new: Vec<usize> = new.map(|idx| shown[idx]).collect();
            if tag == DiffTag::Equal {
                pairs.extend(old.zip(new).map(|(old, new)| (Some(old), Some(new))));
            } else {
                pairs.extend(self.pairs_by_text(&old.collect::<Vec<_>>(), &new));
            }
        }
        pairs
    }

    /// Pairs among lines that have no partner by origin: a brace has no node that says where it is from, and
    /// would stand twice, once on each side.
    fn pairs_by_text(&self, program: &[usize], answer: &[usize]) -> Vec<Pair> {
        let old: Vec<String> = program.iter().map(|&idx| self.program[idx].text()).collect();
        let new: Vec<String> = answer.iter().map(|&idx| self.answer[idx].text()).collect();
        let mut pairs = Vec::new();
        for operation in capture_diff_slices(Algorithm::Myers, &old, &new) {
            let (tag, old, new) = operation.as_tag_tuple();
            let (old, new) = (&program[old], &answer[new]);
            if tag == DiffTag::Equal {
                pairs.extend(old.iter().zip(new).map(|(&old, &new)| (Some(old), Some(new))));
            } else {
                pairs.extend(old.iter().map(|&old| (Some(old), None)));
                pairs.extend(new.iter().map(|&new| (None, Some(new))));
            }
        }
        pairs
    }
}

#[derive(PartialEq, Eq, Hash)]
enum Key<'l> {
    Line(usize),
    Text(&'l [(char, NodeMark)]),
}

/// A piece of one side: visible width and styled text.
struct StyledText {
    width: usize,
    text: String,
}

/// One source line with number and mark, wrapped, with a line of marks below where they differ.
fn cell(line: Option<&MarkedLine>, columns: usize) -> Vec<StyledText> {
    let Some(line) = line else { return Vec::new() };
    let marks = line.marks();
    let summary = match marks[..] {
        [] => NodeMark::Plain.symbol(),
        [mark] => mark.symbol(),
        _ => '*',
    };
    let mut pieces = Vec::new();
    for (idx, chunk) in chunks(&line.chars, columns).into_iter().enumerate() {
        let pointer = if line.has_criterion { '>' } else { ' ' };
        let margin = match idx {
            0 => format!("{pointer}{:>3} {summary} ", line.number),
            _ => " ".repeat(MARGIN),
        };
        pieces.push(StyledText { width: MARGIN + width(chunk), text: format!("{margin}{}", styled(chunk)) });
        if marks.len() > 1 {
            pieces.push(mark_line(chunk));
        }
    }
    pieces
}

fn width(chunk: &[(char, NodeMark)]) -> usize {
    chunk.iter().map(|(c, _)| char_columns(*c)).sum()
}

fn mark_line(chunk: &[(char, NodeMark)]) -> StyledText {
    StyledText {
        width: MARGIN + width(chunk),
        text: format!("{}{}", " ".repeat(MARGIN), styled(&symbols(chunk))),
    }
}

fn beside(left: &[StyledText], right: &[StyledText], side: usize) -> Vec<String> {
    let n_lines = left.len().max(right.len()).max(1);
    let line = |idx: usize| {
        let (width, text) = left.get(idx).map_or((0, ""), |piece| (piece.width, piece.text.as_str()));
        let right = right.get(idx).map_or("", |piece| piece.text.as_str());
        format!("{text}{} │ {right}", " ".repeat(side.saturating_sub(width))).trim_end().to_owned()
    };
    (0..n_lines).map(line).collect()
}
