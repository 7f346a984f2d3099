//! Expansion of Erlang macros that the file itself defines.
//!
//! Macros count expanded, as in the Bencher paper. Expansion is on tokens, as the Erlang preprocessor
//! does it, before parsing; every byte of the expanded text keeps the place it came from: an argument
//! its own place, the text of the definition the place of the call. Macros that are not defined in the
//! file (headers are not read) stay as they are and count as one node.

use std::cell::Cell;
use std::collections::HashMap;

use super::LineIndex;

/// Expanded text, and where its bytes come from.
pub(super) struct Expanded {
    pub(super) text: String,
    segments: Vec<Segment>,
    /// Index of the segment found last.
    found: Cell<usize>,
}

/// A stretch of the expanded text.
struct Segment {
    /// First byte in the expanded text.
    start: usize,
    /// First byte in the original.
    original: usize,
    /// For text of a definition, one past the call it replaces; such a stretch has a single place.
    call_end: Option<usize>,
}

impl Expanded {
    /// Byte range of the original for a byte range of the expanded text.
    pub(super) fn original(&self, start: usize, stop: usize) -> (usize, usize) {
        let from = self.segment(start);
        let begin = match from.call_end {
            Some(_) => from.original,
            None => from.original + (start - from.start),
        };
        if stop <= start {
            return (begin, begin);
        }
        let to = self.segment(stop - 1);
        let end = to.call_end.unwrap_or(to.original + (stop - to.start));
        (begin, end.max(begin))
    }

    fn segment(&self, offset: usize) -> &Segment {
        // Places are asked for nearly in order, so that it mostly is the stretch found last.
        let holds = |idx: usize| {
            let past = self.segments.get(idx + 1).map_or(usize::MAX, |next| next.start);
            self.segments[idx].start <= offset && offset < past
        };
        if !holds(self.found.get()) {
            let idx = self.segments.partition_point(|segment| segment.start <= offset);
            self.found.set(idx.saturating_sub(1));
        }
        &self.segments[self.found.get()]
    }

    fn push(&mut self, text: &str, original: usize, call_end: Option<usize>) {
        if !text.is_empty() {
            self.segments.push(Segment { start: self.text.len(), original, call_end });
            self.text.push_str(text);
        }
    }
}

struct Macro {
    parameters: Option<Vec<String>>,
    body: String,
}

/// Nested macros expand to this depth; deeper ones are cyclic.
const MAX_DEPTH: usize = 32;

/// Expands the macros of a file; `None` when it uses none, so that plain files cost nothing.
pub(super) fn expand(text: &str) -> Option<Expanded> {
    if !text.contains('?') {
        return None;
    }
    let tokens = tokens(text);
    let lines = LineIndex::new(text);
    let mut macros = HashMap::new();
    let mut expanded =
        Expanded { text: String::with_capacity(text.len()), segments: Vec::new(), found: Cell::new(0) };
    let mut module = String::new();
    let mut copied = 0;
    let mut idx = 0;
    while idx < tokens.len() {
        if let Some(end) = attribute_end(text, &tokens, idx) {
            match word(text, &tokens, idx + 1) {
                "define" => {
                    if let Some((name, definition)) = definition(text, &tokens[idx..end]) {
                        macros.insert(name, definition);
                    }
                }
                "undef" => {
                    macros.remove(word(text, &tokens, idx + 3));
                }
                "module" => module = word(text, &tokens, idx + 3).to_owned(),
                _ => {}
            }
            idx = end;
            continue;
        }
        if let Some(call) = call(text, &tokens, idx, &macros) {
            let (start, stop) = (tokens[idx].start, tokens[call.end - 1].end);
            expanded.push(&text[copied..start], copied, None);
            let context = Context { macros: &macros, module: &module, lines: &lines, call: (start, stop) };
            context.replace(&mut expanded, &call, 0);
            copied = stop;
            idx = call.end;
            continue;
        }
        idx += 1;
    }
    expanded.push(&text[copied..], copied, None);
    Some(expanded)
}

#[derive(Clone, Copy)]
struct Token {
    start: usize,
    end: usize,
}

fn word<'t>(text: &'t str, tokens: &[Token], idx: usize) -> &'t str {
    tokens.get(idx).map_or("", |token| &text[token.start..token.end])
}

/// Splits Erlang text into tokens; comments and white space are left out.
fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'%' => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
                continue;
            }
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            b'$' => {
                at += if bytes.get(at + 1) == Some(&b'\\') { 3 } else { 2 };
                while at < bytes.len() && !text.is_char_boundary(at) {
                    at += 1;
                }
            }
            byte if byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80 => {
                while at < bytes.len()
                    && (bytes[at].is_ascii_alphanumeric() || matches!(bytes[at], b'_' | b'@' | 0x80..))
                {
                    at += 1;
                }
            }
            _ => at += 1,
        }
        found.push(Token { start, end: at.min(bytes.len()) });
    }
    found
}

/// One past the full stop of the attribute that starts at this token, if one does.
fn attribute_end(text: &str, tokens: &[Token], idx: usize) -> Option<usize> {
    let starts_line = idx == 0 || ends_form(text, tokens, idx - 1);
    if !starts_line || word(text, tokens, idx) != "-" {
        return None;
    }
    (idx..tokens.len()).find(|&end| ends_form(text, tokens, end)).map(|end| end + 1)
}

/// Whether the token is a full stop: a dot before white space, a comment or the end.
fn ends_form(text: &str, tokens: &[Token], idx: usize) -> bool {
    word(text, tokens, idx) == "."
        && text[tokens[idx].end..].chars().next().is_none_or(|next| next.is_whitespace() || next == '%')
}

/// Name and definition of `-define(NAME, body).` or `-define(NAME(A, B), body).`
fn definition(text: &str, tokens: &[Token]) -> Option<(String, Macro)> {
    let name = word(text, tokens, 3).to_owned();
    let mut idx = 4;
    let mut parameters = None;
    if word(text, tokens, idx) == "(" {
        let close = (idx..tokens.len()).find(|&close| word(text, tokens, close) == ")")?;
        let names = (idx + 1..close).map(|idx| word(text, tokens, idx)).filter(|name| *name != ",");
        parameters = Some(names.map(str::to_owned).collect());
        idx = close + 1;
    }
    // tokens: … , body … ) .
    let first = tokens.get(idx + 1)?;
    let last = tokens.get(tokens.len().checked_sub(3)?)?;
    let body = text.get(first.start..last.end)?.to_owned();
    Some((name, Macro { parameters, body }))
}

/// A use of a macro: tokens up to `end`, arguments as text with their offset.
struct Call {
    name: String,
    arguments: Vec<(usize, String)>,
    end: usize,
}

fn call(text: &str, tokens: &[Token], idx: usize, macros: &HashMap<String, Macro>) -> Option<Call> {
    if word(text, tokens, idx) != "?" {
        return None;
    }
    let name = word(text, tokens, idx + 1).to_owned();
    let predefined = matches!(name.as_str(), "MODULE" | "LINE");
    let Some(definition) = macros.get(&name) else {
        return predefined.then_some(Call { name, arguments: Vec::new(), end: idx + 2 });
    };
    if definition.parameters.is_none() {
        return Some(Call { name, arguments: Vec::new(), end: idx + 2 });
    }
    if word(text, tokens, idx + 2) != "(" {
        return None;
    }
    let mut arguments = Vec::new();
    let mut depth = 0;
    let mut first = idx + 3;
    for at in idx + 3..tokens.len() {
        let token = word(text, tokens, at);
        let closes = matches!(token, ")" | "]" | "}" | "end");
        if depth == 0 && (token == "," || token == ")") {
            if at > first {
                let start = tokens[first].start;
                arguments.push((start, text[start..tokens[at - 1].end].to_owned()));
            }
            if token == ")" {
                return Some(Call { name, arguments, end: at + 1 });
            }
            first = at + 1;
        } else if matches!(token, "(" | "[" | "{" | "case" | "if" | "begin" | "fun" | "try" | "receive") {
            depth += 1;
        } else if closes {
            depth -= 1;
        }
    }
    None
}

struct Context<'m> {
    macros: &'m HashMap<String, Macro>,
    module: &'m str,
    /// Lines of the original.
    lines: &'m LineIndex,
    /// Byte range of the outermost call in the original.
    call: (usize, usize),
}

impl Context<'_> {
    /// Appends the replacement of a call found in the original text or in a body.
    fn replace(&self, expanded: &mut Expanded, call: &Call, depth: usize) {
        let Some(definition) = self.macros.get(&call.name) else {
            let line = || self.lines.line(self.call.0);
            let text = if call.name == "MODULE" { self.module.to_owned() } else { line().to_string() };
            expanded.push(&text, self.call.0, Some(self.call.1));
            return;
        };
        let no_parameters = Vec::new();
        let parameters = definition.parameters.as_ref().unwrap_or(&no_parameters);
        let body = &definition.body;
        let body_tokens = tokens(body);
        let mut idx = 0;
        let mut copied = 0;
        while idx < body_tokens.len() {
            let token = word(body, &body_tokens, idx);
            let argument =
                parameters.iter().position(|name| name == token).and_then(|at| call.arguments.get(at));
            let inner =
                if depth < MAX_DEPTH { self::call(body, &body_tokens, idx, self.macros) } else { None };
            let end = match (&argument, &inner) {
                (Some(_), _) => idx + 1,
                (None, Some(inner)) => inner.end,
                (None, None) => {
                    idx += 1;
                    continue;
                }
            };
            expanded.push(&body[copied..body_tokens[idx].start], self.call.0, Some(self.call.1));
            match (argument, inner) {
                (Some((offset, text)), _) => self.argument(expanded, *offset, text, depth),
                (None, Some(inner)) => self.replace(expanded, &inner, depth + 1),
                (None, None) => {}
            }
            copied = body_tokens[end - 1].end;
            idx = end;
        }
        expanded.push(&body[copied..], self.call.0, Some(self.call.1));
    }

    /// Appends an argument: at its own place when it was written in the original, itself expanded.
    fn argument(&self, expanded: &mut Expanded, offset: usize, text: &str, depth: usize) {
        let own_place = depth == 0;
        let tokens = tokens(text);
        let mut copied = 0;
        let mut idx = 0;
        let place =
            |at: usize| if own_place { (offset + at, None) } else { (self.call.0, Some(self.call.1)) };
        while idx < tokens.len() {
            let inner = if depth < MAX_DEPTH { call(text, &tokens, idx, self.macros) } else { None };
            if let Some(inner) = inner {
                let (original, call_end) = place(copied);
                expanded.push(&text[copied..tokens[idx].start], original, call_end);
                self.replace(expanded, &inner, depth + 1);
                copied = tokens[inner.end - 1].end;
                idx = inner.end;
            } else {
                idx += 1;
            }
        }
        let (original, call_end) = place(copied);
        expanded.push(&text[copied..], original, call_end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let expanded = expand(text).expect("uses a macro");
        let code = expanded.text.rsplit("\n").next().unwrap_or("");
        assert_eq!(code, expected, "{text}");
    }

    #[test]
    fn constants_and_functions_expand() {
        check("-define(K, 10).\nf() -> ?K.", "f() -> 10.");
        check("-define(ADD(X,Y), X + Y).\nf(A) -> ?ADD(A, g(1,2)).", "f(A) -> A + g(1,2).");
        check("-define(K, 1).\n-define(L, ?K + ?K).\nf() -> ?L.", "f() -> 1 + 1.");
        check("-define(ID(X), X).\nf(A) -> ?ID(?ID(A)).", "f(A) -> A.");
        check("-module(m).\nf() -> ?MODULE.", "f() -> m.");
        check("f() -> ?UNKNOWN.", "f() -> ?UNKNOWN.");
        check("-define(K, 1).\nf() -> \"?K\".", "f() -> \"?K\".");
    }

    #[test]
    fn cyclic_macros_end() {
        assert!(expand("-define(A, ?B).\n-define(B, ?A).\nf() -> ?A.").is_some());
    }

    #[test]
    fn places_lead_back_to_the_original() {
        let text = "-define(ADD(X,Y), X + Y).\nf(A) -> ?ADD(A, 1), A.";
        let expanded = expand(text).expect("uses a macro");
        let argument = expanded.text.rfind("A + 1").expect("expanded");
        let (start, stop) = expanded.original(argument, argument + 1);
        assert_eq!(&text[start..stop], "A");
        let plus = expanded.text.rfind('+').expect("expanded");
        let (start, stop) = expanded.original(plus, plus + 1);
        assert_eq!(&text[start..stop], "?ADD(A, 1)");
        let last = expanded.text.rfind('A').expect("there");
        let (start, _) = expanded.original(last, last + 1);
        assert_eq!(start, text.rfind('A').expect("there"));
    }
}
