//! Text that stands around a program in what a slicer printed: fences, tags, numbers of lines.

use std::borrow::Cow;

/// What stands around a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Lines of backticks or tildes, or `<pre>` and `</pre>`; the line that opens it.
    Fence(String),
    /// A number in front of every line; the first of them.
    Numbers(String),
}

/// What stands around the program in a text, with the program; `None` when nothing does.
///
/// Of several fenced parts the longest is the program, of equal ones the first. In front of a fence and behind it may be
/// anything.
pub fn framed(text: &str) -> Option<(Frame, Cow<'_, str>)> {
    fenced(text).or_else(|| tagged(text)).or_else(|| numbered(text))
}

/// The part between two lines of at least three equal backticks or tildes; up to the end when it is not closed.
fn fenced(text: &str) -> Option<(Frame, Cow<'_, str>)> {
    let mut parts: Vec<(&str, &str)> = Vec::new();
    let mut open: Option<(&str, usize, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, mark) = (at, mark_of(line.trim()));
        at += line.len();
        match (open, mark) {
            (None, Some(n_marks)) => open = Some((line.trim(), n_marks, at)),
            (Some((head, n_marks, from)), Some(n_closing))
                if n_closing >= n_marks && closes(head, line.trim()) =>
            {
                parts.push((head, &text[from..start]));
                open = None;
            }
            _ => {}
        }
    }
    parts.extend(open.map(|(head, _, from)| (head, &text[from..])));
    let longest = parts.iter().map(|(_, part)| part.len()).max()?;
    let (head, part) = parts.into_iter().find(|(_, part)| part.len() == longest)?;
    Some((Frame::Fence(head.to_owned()), part.into()))
}

/// Number of backticks or tildes that a line begins with, from 3 on; what follows is at most one word.
fn mark_of(line: &str) -> Option<usize> {
    let first = line.chars().next().filter(|c| "`~".contains(*c))?;
    let n_marks = line.chars().take_while(|c| *c == first).count();
    let info = line[n_marks..].trim();
    (n_marks >= 3 && !info.contains(first) && info.split_whitespace().count() <= 1).then_some(n_marks)
}

fn closes(head: &str, line: &str) -> bool {
    let first = head.chars().next();
    line.chars().all(|c| Some(c) == first)
}

/// The part between `<pre>` and `</pre>`, with or without `<code>`; entities are read where nothing else is there for
/// the characters that they stand for.
fn tagged(text: &str) -> Option<(Frame, Cow<'_, str>)> {
    let start = find_tag(text, "<pre")?;
    let from = start + text[start..].find('>')? + 1;
    let until = find_tag(&text[from..], "</pre>").map_or(text.len(), |found| from + found);
    let (mut from, mut until) = (from, until);
    if let Some(code) =
        find_tag(&text[from..until], "<code").filter(|at| text[from..from + at].trim().is_empty())
        && let Some(end) = text[from + code..until].find('>')
    {
        from += code + end + 1;
        until = find_tag(&text[from..until], "</code>").map_or(until, |found| from + found);
    }
    let part = &text[from..until];
    let head = Frame::Fence(text[start..from].split_whitespace().collect::<Vec<_>>().join(" "));
    if part.contains(['<', '>']) {
        return Some((head, part.into()));
    }
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    let read = entities.iter().fold(part.to_owned(), |text, (entity, with)| text.replace(entity, with));
    Some((head, read.into()))
}

/// Offset of a tag that is the first on its line, in any letter case.
fn find_tag(text: &str, tag: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let is_tag = |at: usize| {
        let behind = lower[at + tag.len()..].chars().next();
        tag.ends_with('>') || behind.is_some_and(|c| c == '>' || c.is_whitespace())
    };
    lower.match_indices(tag).map(|(at, _)| at).find(|&at| is_tag(at))
}

/// The text without the numbers in front of its lines, when every line that is not blank has one, and they ascend.
fn numbered(text: &str) -> Option<(Frame, Cow<'_, str>)> {
    let is_blank = |line: &&str| line.trim().is_empty();
    let mut last = None;
    let mut separator = None;
    let mut bodies = Vec::new();
    for line in text.lines().filter(|line| !is_blank(line)) {
        let (number, mark, body) = number_of(line)?;
        if last.is_some_and(|last| last >= number) || separator.is_some_and(|other| other != mark) {
            return None;
        }
        (last, separator) = (Some(number), Some(mark));
        bodies.push(body);
    }
    // One line that begins with a number and a point may well be code.
    if bodies.is_empty() || (bodies.len() == 1 && !matches!(separator, Some(':' | '|'))) {
        return None;
    }
    let n_blanks = usize::from(bodies.iter().all(|body| body.is_empty() || body.starts_with(' ')));
    let mut bodies = bodies.into_iter();
    let line = |line: &str| match is_blank(&line) {
        true => "",
        false => bodies.next().map_or("", |body| &body[n_blanks.min(body.len())..]),
    };
    let cut: Vec<&str> = text.lines().map(line).collect();
    let first = text.lines().find(|line| !is_blank(line)).unwrap_or_default();
    Some((Frame::Numbers(first.trim().to_owned()), (cut.join("\n") + "\n").into()))
}

/// The number that a line begins with, what divides it from the rest, and the rest.
fn number_of(line: &str) -> Option<(usize, char, &str)> {
    let line = line.trim_start();
    let n_digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let number = line[..n_digits].parse().ok()?;
    let rest = &line[n_digits..];
    let marked = rest.trim_start_matches(' ');
    match marked.chars().next() {
        Some(mark @ (':' | '|' | '\t' | ')')) => Some((number, mark, &marked[1..])),
        Some('.') if !marked[1..].starts_with(|c: char| c.is_ascii_digit()) => {
            Some((number, '.', &marked[1..]))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, frame: Option<&str>, program: &str) {
        let found = framed(text);
        let head = found.as_ref().map(|(frame, _)| match frame {
            Frame::Fence(head) | Frame::Numbers(head) => head.as_str(),
        });
        assert_eq!(head, frame, "{text}");
        assert_eq!(found.as_ref().map_or("", |(_, program)| program), program, "{text}");
    }

    #[test]
    fn what_stands_around_a_program_is_found() {
        check("```c\nx;\n```\n", Some("```c"), "x;\n");
        check("Here it is:\r\n\r\n```\r\nx;\r\n```\r\nDone.", Some("```"), "x;\r\n");
        check("~~~~ python\nx\n~~~\n~~~~\n", Some("~~~~ python"), "x\n~~~\n");
        check("```sh\nls\n```\n```c\nint x;\n", Some("```c"), "int x;\n");
        check("<pre>x &lt; y &amp;&amp; z</pre>", Some("<pre>"), "x < y && z");
        check(
            "<PRE class=\"c\"><code>\nx < y\n</code></PRE> bye",
            Some("<PRE class=\"c\"><code>"),
            "\nx < y\n",
        );
        check("1: def f():\n\n3:   return 1\n", Some("1: def f():"), "def f():\n\n  return 1\n");
        check("  9\tx\n 10\t  y\n", Some("9\tx"), "x\n  y\n");
        check(" 1 | x\n12 | y\n13 |\n", Some("1 | x"), "x\ny\n\n");
    }

    #[test]
    fn code_is_no_frame() {
        for text in [
            "",
            "x\n",
            "x = `a`\n",
            "1 + 2\n",
            "0 -> x;\n1 -> y\n",
            "3: x\n2: y\n",
            "1.5\n2.5\n",
            "if (a <pre) b",
            "12 x",
        ] {
            check(text, None, "");
        }
    }
}
