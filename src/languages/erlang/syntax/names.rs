//! Names as the source writes them: behind comments, in quotes or without.

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

/// The text from its first token on.
fn code(text: &str) -> &str {
    let mut text = text.trim_start();
    while text.starts_with('%') {
        text = text.find('\n').map_or("", |end| &text[end..]).trim_start();
    }
    text
}

/// `f` and 1 of `f/1`.
pub(super) fn signature(text: &str) -> Option<(&str, usize)> {
    let (function, rest) = name(text)?;
    let (arity, rest) = name(after(rest, "/")?)?;
    code(rest).is_empty().then_some((function, arity.parse().ok()?))
}
