//! Makes text of unknown origin harmless for the terminal and for the line structure of a file.

use std::borrow::Cow;
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

/// What Unicode's property Default_Ignorable_Code_Point names, further characters that only format, and those that part lines: none
/// is seen, and some change the direction or joining of their neighbours or carry text that nobody sees.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// What a terminal may get: lines, tabs, and the styles of this program; everything else that is not seen is escaped.
///
/// Most texts are harmless already, since each table escapes what came from outside. This is for the rest: data for machines that
/// somebody looks at, and whatever was forgotten.
pub fn for_terminal(text: &str) -> Cow<'_, str> {
    let is_harmless = |c: char| c == '\n' || c == '\t' || !(c.is_control() || is_invisible(c));
    if text.chars().all(is_harmless) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let n_bytes = style_length(rest).unwrap_or(0);
        if n_bytes > 0 {
            out.push_str(&rest[..n_bytes]);
        } else if is_harmless(c) {
            out.push(c);
        } else {
            out.push_str(&printable(c.encode_utf8(&mut [0; 4])));
        }
        rest = &rest[n_bytes.max(c.len_utf8())..];
    }
    Cow::Owned(out)
}

/// Bytes of the sequence that sets a style, where the text begins with one.
fn style_length(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\u{1b}[")?;
    let end = parameters.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    parameters[end..].starts_with('m').then_some("\u{1b}[".len() + end + 1)
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
        assert_eq!(printable("\u{61c}\u{fff9}\u{e0041}"), "\\u{61c}\\u{fff9}\\u{e0041}");
    }

    #[test]
    fn a_terminal_gets_lines_and_styles_and_nothing_else_that_is_not_seen() {
        let styled = "\u{1b}[1;31mred\u{1b}[0m\n\tx";
        assert_eq!(for_terminal(styled), styled);
        assert_eq!(for_terminal("\u{1b}]0;title\u{7}"), "\\u{1b}]0;title\\u{7}");
        assert_eq!(for_terminal("\u{1b}[2J\u{1b}[1\r\u{1b}["), "\\u{1b}[2J\\u{1b}[1\\r\\u{1b}[");
    }
}
