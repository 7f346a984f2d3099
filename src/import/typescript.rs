//! As much of TypeScript as tests are written in: calls, and expressions that are texts. Types, scopes and everything else are passed over.

use std::ops::Range;

/// A call with the stretches of its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrittenCall {
    /// Where its name begins.
    pub(super) offset: usize,
    /// Without blanks around them.
    pub(super) arguments: Vec<Range<usize>>,
}

/// The calls of a function, in the order of the text.
pub(super) fn calls(text: &str, name: &str) -> Vec<WrittenCall> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if is_word_at(text, at, name) {
            let open = blank_end(text, at + name.len());
            if let Some(arguments) = text[open..].starts_with('(').then(|| arguments(text, open)).flatten() {
                found.push(WrittenCall { offset: at, arguments });
            }
        }
        at = token_end(text, at);
    }
    found
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn is_word_at(text: &str, at: usize, word: &str) -> bool {
    text[at..].starts_with(word)
        && !text[..at].ends_with(|c| is_name(c) || c == '.')
        && !text[at + word.len()..].starts_with(is_name)
}

/// The arguments between the parentheses that open here; `None` where they do not close.
fn arguments(text: &str, open: usize) -> Option<Vec<Range<usize>>> {
    let mut found = Vec::new();
    let (mut depth, mut at, mut start) = (0_usize, open, open + 1);
    while at < text.len() {
        match text[at..].chars().next()? {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            ',' if depth == 1 => {
                found.push(trimmed(text, start..at));
                start = at + 1;
            }
            _ => {}
        }
        if depth == 0 {
            found.push(trimmed(text, start..at));
            // Of `()` and behind a last comma.
            found.retain(|argument| !argument.is_empty());
            return Some(found);
        }
        at = token_end(text, at);
    }
    None
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let start = blank_end(text, range.start).min(range.end);
    start..start + text[start..range.end].trim_end().len()
}

/// Behind the comment, text or character that begins here.
fn token_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    if rest.starts_with("//") {
        return rest.find('\n').map_or(text.len(), |end| at + end);
    }
    if rest.starts_with("/*") {
        return rest.find("*/").map_or(text.len(), |end| at + end + 2);
    }
    match rest.chars().next() {
        Some(quote @ ('\'' | '"' | '`')) => quoted_end(text, at, quote),
        Some(c) => at + c.len_utf8(),
        None => at,
    }
}

/// Behind the text that begins here, with what is written into a template.
fn quoted_end(text: &str, at: usize, quote: char) -> usize {
    let mut next = at + 1;
    while let Some(c) = text[next..].chars().next() {
        let after = next + c.len_utf8();
        match c {
            '\\' => next = after + text[after..].chars().next().map_or(0, char::len_utf8),
            '$' if quote == '`' && text[after..].starts_with('{') => {
                next = hole_end(text, after).map_or(text.len(), |end| end + 1);
            }
            // A text without an end ends with its line.
            '\n' if quote != '`' => return after,
            _ if c == quote => return after,
            _ => next = after,
        }
    }
    text.len()
}

/// The bracket that closes what opens here in a template.
fn hole_end(text: &str, open: usize) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, open);
    while at < text.len() {
        match text[at..].chars().next()? {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
        at = token_end(text, at);
    }
    None
}

/// Behind blanks and comments.
fn blank_end(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let c = rest.chars().next();
        if rest.starts_with("//") || rest.starts_with("/*") {
            at = token_end(text, at);
        } else if let Some(blank) = c.filter(|c| c.is_whitespace()) {
            at += blank.len_utf8();
        } else {
            return at;
        }
    }
}

/// Constants that are texts, in the order of a file.
#[derive(Debug, Default)]
pub(super) struct TextConstants(Vec<(usize, String, String)>);

impl TextConstants {
    /// Those that a file declares with `const`, `let` or `var`, where their values are texts.
    pub(super) fn of(text: &str) -> TextConstants {
        let mut known = TextConstants::default();
        let mut at = 0;
        while at < text.len() {
            let word = ["const", "let", "var"].into_iter().find(|word| is_word_at(text, at, word));
            if let Some((name, value)) = word.and_then(|word| known.declared(text, at + word.len())) {
                known.0.push((at, name, value));
            }
            at = token_end(text, at);
        }
        known
    }

    /// Name and value of what is declared here: `name = value`, `name: type = value`.
    fn declared(&self, text: &str, at: usize) -> Option<(String, String)> {
        let start = blank_end(text, at);
        let length = text[start..].find(|c| !is_name(c))?;
        let mut equals = blank_end(text, start + length);
        if text[equals..].starts_with(':') {
            equals += text[equals..].find(['=', '\n', ';'])?;
        }
        let is_it = length > 0 && text[equals..].starts_with('=') && !text[equals..].starts_with("==");
        let (value, _) = self.text_at(text, blank_end(text, is_it.then_some(equals + 1)?))?;
        Some((text[start..start + length].to_owned(), value))
    }

    /// The value that a name has at a place: the last one that was declared before.
    fn get(&self, name: &str, at: usize) -> Option<&str> {
        let before = self.0.iter().rev().find(|(offset, known, _)| *offset < at && known == name);
        before.map(|(_, _, value)| value.as_str())
    }

    /// The text that an expression is; `None` for every other expression.
    pub(super) fn text(&self, file: &str, expression: &Range<usize>) -> Option<String> {
        let (value, end) = self.text_at(file, expression.start)?;
        (blank_end(file, end) >= expression.end).then_some(value)
    }

    /// The texts of a list of them.
    pub(super) fn texts(&self, file: &str, list: &Range<usize>) -> Option<Vec<String>> {
        let items = file[list.clone()].starts_with('[').then(|| arguments(file, list.start)).flatten()?;
        items.iter().map(|item| self.text(file, item)).collect()
    }

    /// The text that begins here, with those that are added to it, and where it ends.
    fn text_at(&self, file: &str, at: usize) -> Option<(String, usize)> {
        let (mut value, mut end) = self.term(file, at)?;
        loop {
            let plus = blank_end(file, end);
            if !file[plus..].starts_with('+') {
                return Some((value, end));
            }
            let (more, after) = self.term(file, blank_end(file, plus + 1))?;
            value.push_str(&more);
            end = after;
        }
    }

    fn term(&self, file: &str, at: usize) -> Option<(String, usize)> {
        match file[at..].chars().next()? {
            quote @ ('\'' | '"' | '`') => {
                let end = quoted_end(file, at, quote);
                let inside = file[at + 1..end].strip_suffix(quote)?;
                Some((self.unescaped(file, at + 1..at + 1 + inside.len(), quote)?, end))
            }
            c if is_name(c) => {
                let length = file[at..].find(|c| !is_name(c)).unwrap_or(file.len() - at);
                Some((self.get(&file[at..at + length], at)?.to_owned(), at + length))
            }
            _ => None,
        }
    }

    fn unescaped(&self, file: &str, range: Range<usize>, quote: char) -> Option<String> {
        let mut value = String::new();
        let mut at = range.start;
        while at < range.end {
            let c = file[at..].chars().next()?;
            let after = at + c.len_utf8();
            at = after;
            match c {
                '\\' => {
                    let (plain, end) = escaped(file, after)?;
                    value.extend(plain);
                    at = end;
                }
                '$' if quote == '`' && file[after..].starts_with('{') => {
                    let end = hole_end(file, after)?;
                    value.push_str(&self.text(file, &trimmed(file, after + 1..end))?);
                    at = end + 1;
                }
                // Lines of templates end in one way.
                '\r' if quote == '`' => {
                    if !file[after..].starts_with('\n') {
                        value.push('\n');
                    }
                }
                c => value.push(c),
            }
        }
        Some(value)
    }
}

/// What stands for the escape behind a backslash, none for the end of a line, and where it ends.
fn escaped(file: &str, at: usize) -> Option<(Option<char>, usize)> {
    let c = file[at..].chars().next()?;
    let after = at + c.len_utf8();
    let coded = |digits: &str, end: usize| {
        let code = u32::from_str_radix(digits, 16).ok()?;
        Some((Some(char::from_u32(code)?), end))
    };
    Some(match c {
        'n' => (Some('\n'), after),
        't' => (Some('\t'), after),
        'r' => (Some('\r'), after),
        'b' => (Some('\u{8}'), after),
        'f' => (Some('\u{c}'), after),
        'v' => (Some('\u{b}'), after),
        '0' => (Some('\0'), after),
        'x' => return coded(file.get(after..after + 2)?, after + 2),
        'u' => match file[after..].strip_prefix('{') {
            Some(rest) => {
                let length = rest.find('}')?;
                return coded(&rest[..length], after + length + 2);
            }
            None => return coded(file.get(after..after + 4)?, after + 4),
        },
        '\n' => (None, after),
        '\r' => (None, after + usize::from(file[after..].starts_with('\n'))),
        c => (Some(c), after),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expression: &str, expected: Option<&str>) {
        let file = format!("const one = 'x <- 1\\n';\nlet typed: string = `a` + one;\nf({expression})");
        let call = calls(&file, "f").pop().expect("a call");
        let [argument] = &call.arguments[..] else { panic!("{expression}: {call:?}") };
        assert_eq!(TextConstants::of(&file).text(&file, argument).as_deref(), expected, "{expression}");
    }

    #[test]
    fn texts_are_read_however_they_are_written() {
        check(r#"'a\'b\n"'"#, Some("a'b\n\""));
        check(
            r#""\x41\u0042\u{43}\\\0\
z""#,
            Some("ABC\\\0z"),
        );
        check("`x <- 2\n# ${one}y`", Some("x <- 2\n# x <- 1\ny"));
        check("`a\r\nb` /* why */ + 'c' // more\n", Some("a\nbc"));
        check("typed", Some("ax <- 1\n"));
        check("'a' + `${'b' + one}`", Some("abx <- 1\n"));
        for other in ["one.trim()", "other", "`${i}`", "1", "'a' + g()", "one + 1"] {
            check(other, None);
        }
    }

    #[test]
    fn calls_are_found_with_their_arguments_outside_of_comments_and_texts() {
        let file = "// f(1)\n'f(2)'; g.f(3); xf(4); f (a, [b, 'c,)'], { d: (e) },); f(h(f(i)), `${f(9)})`);";
        let found: Vec<Vec<&str>> = calls(file, "f")
            .into_iter()
            .map(|call| call.arguments.into_iter().map(|argument| &file[argument]).collect())
            .collect();
        let expected = [vec!["a", "[b, 'c,)']", "{ d: (e) }"], vec!["h(f(i))", "`${f(9)})`"], vec!["i"]];
        assert_eq!(found, expected);
        assert_eq!(calls("f(", "f"), []);
        assert!(calls("f()", "f")[0].arguments.is_empty());
    }

    #[test]
    fn lists_of_texts_are_read() {
        let file = "f(['2@x', \"3:1\",])";
        let list = calls(file, "f").remove(0).arguments.remove(0);
        let texts = TextConstants::default().texts(file, &list);
        assert_eq!(texts, Some(vec!["2@x".to_owned(), "3:1".to_owned()]));
        let file = "f([x])";
        let list = calls(file, "f").remove(0).arguments.remove(0);
        assert_eq!(TextConstants::default().texts(file, &list), None);
    }
}
