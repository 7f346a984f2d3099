//! Makes text of unknown origin harmless for the terminal and for the line structure of a file.

use std::fmt::Write as _;

/// The same text with control and direction-changing characters shown as escapes (`\n`, `\u{1b}`).
///
/// A slicer's message may hold terminal sequences that clear the screen or move what stands next to
/// it; after this they are only visible.
///
/// ```
/// assert_eq!(bench_slicers::report::printable("a\u{1b}[2Jb\n"), "a\\u{1b}[2Jb\\n");
/// ```
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if c.is_control() || is_invisible(c) => {
                write!(out, "\\u{{{:x}}}", u32::from(c)).expect("writing to a string succeeds");
            }
            _ => out.push(c),
        }
    }
    out
}

/// Characters that change the direction or joining of their neighbours, and the byte order mark.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visible_text_stays_as_it_is() {
        assert_eq!(printable("exit 3: größer | <b>"), "exit 3: größer | <b>");
    }

    #[test]
    fn terminal_sequences_and_reversed_text_become_visible() {
        assert_eq!(printable("\u{1b}[31mred\u{7}"), "\\u{1b}[31mred\\u{7}");
        assert_eq!(printable("a\u{202e}b\u{9b}c"), "a\\u{202e}b\\u{9b}c");
    }
}
