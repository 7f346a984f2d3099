//! What a slicer printed, short enough to look at and with nothing invisible in it.

/// Lines are cut after this many characters.
const MAX_LINE_CHARS: usize = 400;

/// Texts are cut after this many lines.
const MAX_LINES: usize = 400;

/// A part of a file that a slicer wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputExcerpt {
    /// Name of the file.
    pub name: String,
    /// The text, with characters that cannot be seen made visible; long lines and texts are cut, and say so.
    pub text: String,
}

impl OutputExcerpt {
    /// An excerpt of bytes of any kind; `n_bytes` is the size of the whole file, of which `bytes` may be the start.
    pub fn new(name: &str, bytes: &[u8], n_bytes: u64) -> OutputExcerpt {
        let text = String::from_utf8_lossy(bytes);
        let mut lines: Vec<String> = text.lines().take(MAX_LINES).map(cut).collect();
        let n_more = text.lines().count().saturating_sub(MAX_LINES);
        if n_more > 0 {
            lines.push(format!("… {n_more} more lines are not shown"));
        }
        if n_bytes > bytes.len() as u64 {
            lines.push(format!("… the first {} of {n_bytes} bytes were read", bytes.len()));
        }
        OutputExcerpt { name: visible(name), text: lines.join("\n") }
    }
}

/// One line with a note of what is not shown.
fn cut(line: &str) -> String {
    let n_chars = line.chars().count();
    if n_chars <= MAX_LINE_CHARS {
        return visible(line);
    }
    let start: String = line.chars().take(MAX_LINE_CHARS).collect();
    format!("{} … {} more characters are not shown", visible(&start), n_chars - MAX_LINE_CHARS)
}

/// The same text with control and direction-changing characters made visible; line ends and tabs stay.
///
/// ```
/// assert_eq!(bench_slicers::report::visible("a\0b\u{202e}c\n"), "a␀b\\u{202e}c\n");
/// ```
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => out.push(c),
            '\0'..='\u{1f}' => out.push(char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}')),
            '\u{7f}' => out.push('\u{2421}'),
            c => out.push_str(&crate::report::printable(c.encode_utf8(&mut [0; 4]))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_and_texts_are_cut_and_say_so() {
        let long = format!("{}\n{}", "x".repeat(10_000_000), "y\n".repeat(1000));
        let excerpt = OutputExcerpt::new("stdout.txt", long.as_bytes(), 20_000_000);
        assert!(excerpt.text.len() < 4000, "{}", excerpt.text.len());
        assert!(excerpt.text.contains("… 9999600 more characters are not shown"));
        assert!(excerpt.text.contains("… 601 more lines are not shown"));
        assert!(excerpt.text.ends_with("bytes were read"));
    }

    #[test]
    fn what_cannot_be_seen_is_made_visible() {
        let excerpt = OutputExcerpt::new("e", b"a\0\x1b[2J\r\n\xff", 9);
        assert_eq!(excerpt.text, "a␀␛[2J\n\u{fffd}");
        assert_eq!(visible("\r\u{feff}\u{2028}"), "␍\\u{feff}\\u{2028}");
    }
}
