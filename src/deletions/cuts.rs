//! Text with stretches replaced, lines kept.

use std::ops::Range;

/// Replacement of a byte range.
pub struct Cut<'t> {
    /// 0-based offset of its first byte.
    pub start: usize,
    /// One past its last byte; where it equals the start, the text is only written in.
    pub stop: usize,
    /// What is written in its place.
    pub by: &'t str,
}

/// What of the place of a token stays when something before it in its line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Its line, and the indentation of the line.
    Lines,
    /// Its column too, so that an occurrence among several on a line can be told by its place. Punctuation
    /// that closes moves up.
    Columns,
}

/// Makes the cuts, outermost first, and keeps every line end in them.
pub fn apply(text: &str, mut cuts: Vec<Cut<'_>>, layout: Layout) -> String {
    // What is only written in goes before what is cut there.
    cuts.sort_by_key(|cut| (cut.start, cut.start != cut.stop, std::cmp::Reverse(cut.stop)));
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    for cut in cuts {
        if cut.start == cut.stop && cut.start >= at {
            copy(text, at..cut.start, layout, &mut kept);
            kept.push_str(cut.by);
            at = cut.start;
            continue;
        }
        // Inside a larger cut, or turned around: parts of one macro call all have the place of the call.
        if cut.stop <= at.max(cut.start) {
            continue;
        }
        let start = cut.start.max(at);
        copy(text, at..start, layout, &mut kept);
        // What is written in right behind another cut tells by its place what it stands for.
        if layout == Layout::Columns && start == at && !cut.by.is_empty() {
            let missing = column(text, start).saturating_sub(column(&kept, kept.len()));
            kept.extend(std::iter::repeat_n(' ', missing));
        }
        kept.push_str(cut.by);
        let deleted = &text[start..cut.stop];
        kept.extend(deleted.chars().filter(|&c| c == '\n'));
        // What follows the cut keeps its column, which in Python is its place in the program.
        let indent = deleted.rsplit_once('\n').map_or("", |(_, indent)| indent);
        if indent.trim().is_empty() {
            kept.push_str(indent);
        }
        at = cut.stop;
    }
    copy(text, at..text.len(), layout, &mut kept);
    kept
}

/// Copies a stretch; see [`Layout`].
fn copy(text: &str, range: Range<usize>, layout: Layout, kept: &mut String) {
    if layout == Layout::Columns {
        let rest = text[range.clone()].trim_start_matches(['.', ',', ';', ')', ']', '}', ' ']);
        let at = range.end - rest.len();
        let closing = text[range.start..at].trim_end_matches(' ');
        kept.push_str(closing);
        if rest.is_empty() {
            // The place of what is written in next does not matter.
            kept.push_str(if closing.len() < at - range.start { " " } else { "" });
        } else if !rest.starts_with(['\n', '\r']) {
            let missing = column(text, at).saturating_sub(column(kept, kept.len()));
            // What stood apart does not grow together.
            let is_apart = text[..at].ends_with(' ') && !kept.ends_with([' ', '\n']);
            kept.extend(std::iter::repeat_n(' ', missing.max(usize::from(is_apart && !kept.is_empty()))));
        }
        kept.push_str(rest);
    } else {
        kept.push_str(&text[range]);
    }
}

/// Characters before this place in its line.
fn column(text: &str, at: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[line..at].chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stay_where_there_is_room() {
        let check = |text: &str, cut: &str, by: &'static str, expected: &str| {
            let start = text.find(cut).expect("is there");
            let cuts = vec![Cut { start, stop: start + cut.len(), by }];
            assert_eq!(apply(text, cuts, Layout::Columns), expected);
        };
        check("f(Long, X) -> X.", "Long", "_", "f(_,    X) -> X.");
        check("f(X, Long) -> X.", "Long", "_", "f(X, _)    -> X.");
        check("f(X) -> A = 1, X.", "A = 1, ", "", "f(X) ->        X.");
        check("f(X) -> X, A.", "X", "undef", "f(undef) -> X, A.");
        check("f() -> g(1,\n   2).", "1", "undef", "f() -> g(undef,\n   2).");
    }

    #[test]
    fn what_is_written_in_behind_a_cut_stands_in_its_place() {
        let text = "if A -> 1; true -> 2 end";
        let cuts = vec![Cut { start: 3, stop: 11, by: "" }, Cut { start: 11, stop: 15, by: "true" }];
        assert_eq!(apply(text, cuts, Layout::Columns), "if         true -> 2 end");
    }
}
