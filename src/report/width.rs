//! Columns that text takes on a terminal: two for many characters of East Asia, none for those that join others.

use unicode_width::UnicodeWidthChar;

/// Columns of a text; styles take none.
///
/// ```
/// assert_eq!(bench_slicers::report::columns("\u{1b}[1mgrößer\u{1b}[0m 漢字"), 11);
/// ```
pub fn columns(text: &str) -> usize {
    let mut is_style = false;
    let mut n_columns = 0;
    for c in text.chars() {
        match c {
            '\u{1b}' => is_style = true,
            'm' if is_style => is_style = false,
            _ if is_style => {}
            c => n_columns += char_columns(c),
        }
    }
    n_columns
}

/// Columns of a character; 0 for what cannot be seen by itself.
pub fn char_columns(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// The longest start of a text without styles that takes no more columns.
pub fn start(text: &str, n_columns: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += char_columns(*c);
        used > n_columns
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// The longest end of a text without styles that takes no more columns.
pub(super) fn end(text: &str, n_columns: usize) -> &str {
    let mut used = 0;
    let start = text.char_indices().rev().find(|(_, c)| {
        used += char_columns(*c);
        used > n_columns
    });
    &text[start.map_or(0, |(at, c)| at + c.len_utf8())..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!((columns("漢字"), columns("e\u{301}"), columns("─…·")), (4, 1, 3));
        assert_eq!((start("漢字", 3), end("漢字", 3)), ("漢", "字"));
        assert_eq!((start("abc", 3), end("abc", 9), start("abc", 0), end("abc", 0)), ("abc", "abc", "", ""));
    }
}
