//! Names as the source writes them: behind comments, in quotes or without.

use std::ops::Range;

/// What follows a word, which may stand behind blanks and comments.
pub(super) fn after<'s>(text: &'s str, word: &str) -> Option<&'s str> {
    code(text).strip_prefix(word)
}

/// A name without its quotes, or a number, at the start of a text, and what follows it.
pub(super) fn name(text: &str) -> Option<(&str, &str)> {
    let text = code(text);
    if let Some(quoted) = text.strip_prefix('\'') {
        let mut is_escaped = false;
        let end = quoted.find(|c| {
            let ends = c == '\'' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        })?;
        return Some((&quoted[..end], &quoted[end + 1..]));
    }
    let is_end = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '@'));
    let len = text.find(is_end).unwrap_or(text.len());
    (len > 0).then(|| text.split_at(len))
}

/// Offset of the first character of this kind that stands in no comment.
pub(crate) fn token(text: &str, wanted: char) -> Option<usize> {
    let mut in_comment = false;
    text.char_indices().find_map(|(at, c)| {
        in_comment = c != '\n' && (in_comment || c == '%');
        (c == wanted && !in_comment).then_some(at)
    })
}

/// Byte ranges of the comments of a file, without their line ends.
pub(crate) fn comments(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut quote = None;
    // What stands before a character that stands for itself.
    let mut escape = None;
    for (at, c) in text.char_indices() {
        if found.last().is_some_and(|comment| at < comment.end) {
            continue;
        }
        escape = match (escape, quote, c) {
            (Some('$'), _, '\\') | (None, Some(_), '\\') => Some('\\'),
            (Some(_), ..) => None,
            (None, None, '$') => Some('$'),
            (None, Some(open), _) => {
                quote = (c != open).then_some(open);
                None
            }
            (None, None, '"' | '\'') => {
                quote = Some(c);
                None
            }
            (None, None, '%') => {
                found.push(at..text[at..].find('\n').map_or(text.len(), |len| at + len));
                None
            }
            (None, None, _) => None,
        };
    }
    found
}

/// The text from its first token on.
pub(crate) fn code(text: &str) -> &str {
    let mut text = text.trim_start();
    while text.starts_with('%') {
        text = text.find('\n').map_or("", |end| &text[end..]).trim_start();
    }
    text
}
