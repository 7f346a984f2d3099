//! Text with other text written in: what a schema is made of, in any language.
//!
//! A schema is a program written once, with a switch around everything that can be deleted, asked while it runs. What
//! has no such switch in a language, as a parameter, is an alternative: its text is chosen before the schema is compiled.

use std::ops::Range;

/// Where a piece is written; at one place what ends comes first, then what is inserted, then what begins; of those
/// that end the innermost, of those that begin the outermost.
type Order = (usize, u8, usize, usize);

/// Insertions into a text: around stretches, nested as the stretches are, and at places.
#[derive(Debug, Default)]
pub struct Edits {
    wraps: Vec<(Range<usize>, String, String)>,
    inserts: Vec<(usize, String)>,
}

impl Edits {
    /// Writes around a stretch; of equal stretches the first is outermost.
    pub fn wrap(&mut self, range: Range<usize>, before: impl Into<String>, after: impl Into<String>) {
        self.wraps.push((range, before.into(), after.into()));
    }

    /// Writes at a place: after stretches that end and before those that begin there.
    pub fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.inserts.push((at, text.into()));
    }

    /// Writes what others say, inside of what these do.
    pub fn append(&mut self, mut others: Edits) {
        self.wraps.append(&mut others.wraps);
        self.inserts.append(&mut others.inserts);
    }

    /// Marks a stretch that another text takes the place of when a switch is off, see [`alternative`].
    pub fn choose(&mut self, range: Range<usize>, switch: u16, gone: &str) {
        let [before, after] = alternative(switch, gone);
        self.wrap(range, before, after);
    }

    /// The text with everything written in.
    pub fn apply(&self, text: &str) -> String {
        self.on(text).part(0..text.len())
    }

    /// The edits in the order of a text, of which parts can be had.
    pub fn on<'e>(&'e self, text: &'e str) -> EditedText<'e> {
        let mut pieces: Vec<(Order, usize, &str)> = Vec::new();
        let n_wraps = self.wraps.len();
        for (idx, (range, before, after)) in self.wraps.iter().enumerate() {
            pieces.push(((range.end, 0, text.len() - range.start, n_wraps - idx), range.start, after));
            pieces.push(((range.start, 2, text.len() - range.end, idx), range.end, before));
        }
        for (idx, (at, insert)) in self.inserts.iter().enumerate() {
            pieces.push(((*at, 1, idx, 0), *at, insert));
        }
        pieces.sort();
        EditedText { text, pieces }
    }
}

/// A text and the pieces that are written into it.
#[derive(Debug)]
pub struct EditedText<'e> {
    text: &'e str,
    /// Place, the other end of the stretch, and what is written.
    pieces: Vec<(Order, usize, &'e str)>,
}

impl EditedText<'_> {
    /// A part of the text with what is written into it; stretches that reach beyond it are left out.
    pub fn part(&self, range: Range<usize>) -> String {
        let from = self.pieces.partition_point(|((place, ..), ..)| *place < range.start);
        let mut edited = String::with_capacity(range.len() * 3);
        let mut at = range.start;
        for &((place, ..), other_end, piece) in &self.pieces[from..] {
            if place > range.end {
                break;
            }
            if !(range.start..=range.end).contains(&other_end) {
                continue;
            }
            edited.push_str(&self.text[at..place]);
            edited.push_str(piece);
            at = place;
        }
        edited.push_str(&self.text[at..range.end]);
        edited
    }
}

/// What stands before and behind a stretch that goes when a switch is off, with the text that is then in its place.
///
/// Control characters tell it from the program's text: who runs the schema chooses before compiling it.
pub fn alternative(switch: u16, gone: &str) -> [String; 2] {
    [format!("\u{1}{switch}\u{2}"), format!("\u{3}{gone}\u{4}")]
}

/// A mark at a place that says when it is reached, as far as who runs the schema asks for it.
pub fn entered(number: usize) -> String {
    format!("\u{5}{number}\u{6}")
}

/// Characters of these marks, which no program may have.
pub const MARKS: [char; 6] = ['\u{1}', '\u{2}', '\u{3}', '\u{4}', '\u{5}', '\u{6}'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_nest() {
        let mut edits = Edits::default();
        edits.wrap(0..3, "<", ">");
        edits.wrap(0..3, "(", ")");
        edits.wrap(0..1, "[", "]");
        edits.wrap(1..3, "{", "}");
        edits.insert(1, "!");
        assert_eq!(edits.apply("abcd"), "<([a]!{bc})>d");
        assert_eq!(edits.on("abcd").part(1..4), "!{bc}d", "what begins before a part is not in it");
        assert_eq!(edits.on("abcd").part(0..1), "[a]!");
    }

    #[test]
    fn alternatives_are_marked() {
        let mut edits = Edits::default();
        edits.choose(1..2, 7, "x");
        assert_eq!(edits.apply("abc"), "a\u{1}7\u{2}b\u{3}x\u{4}c");
    }
}
