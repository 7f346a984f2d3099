//! Erlang sources written differently: comments anywhere, other names of functions.
//!
//! The tokens are found here and not by the program's own parser, so that the two can disagree.

use std::collections::BTreeSet;
use std::ops::Range;

use bench_slicers::ast::SourceFile;

/// Everything that ends an attribute, a list or a form for who reads text instead of syntax.
const COMMENT: &str = "% a, b. (c)\n";

const OPERATORS: [&str; 22] = [
    "=:=", "=/=", "...", "<<", ">>", "<-", "<=", "=<", ">=", "==", "/=", "->", "||", "++", "--", "::", ":=",
    "=>", "..", "?=", "&&", "??",
];

/// Byte ranges of the tokens of a source, white space and comments left out.
pub(super) fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let len = match next {
            '%' => rest.find('\n').unwrap_or(rest.len()),
            c if c.is_whitespace() => c.len_utf8(),
            _ => token_len(rest),
        };
        if next != '%' && !next.is_whitespace() {
            found.push(at..at + len);
        }
        at += len;
    }
    found
}

fn token_len(rest: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '@');
    let words = |text: &str| text.find(|c: char| !is_word(c)).unwrap_or(text.len());
    match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => quoted_len(rest, quote),
        Some('$') => char_len(rest),
        Some(digit) if digit.is_ascii_digit() => {
            let mut len = words(rest);
            let is_digit = |at: usize| rest[at..].starts_with(|c: char| c.is_alphanumeric());
            if rest[len..].starts_with('#') && is_digit(len + 1) {
                len += 1 + words(&rest[len + 1..]);
            } else if rest[len..].starts_with('.')
                && rest[len + 1..].starts_with(|c: char| c.is_ascii_digit())
            {
                len += 1 + words(&rest[len + 1..]);
                let has_exponent = rest[..len].ends_with(['e', 'E']);
                if has_exponent && rest[len..].starts_with(['+', '-']) {
                    len += 1 + words(&rest[len + 1..]);
                }
            }
            len
        }
        Some(c) if is_word(c) => words(rest),
        Some(c) => {
            let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator));
            operator.map_or(c.len_utf8(), |operator| operator.len())
        }
        None => 0,
    }
}

fn quoted_len(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    rest.len()
}

fn char_len(rest: &str) -> usize {
    let escape = rest[1..].strip_prefix('\\');
    match escape {
        Some(code) if code.starts_with("x{") => 2 + code.find('}').unwrap_or(0) + 1,
        Some(code) if code.starts_with('x') => 5,
        Some(code) if code.starts_with('^') => 4,
        Some(code) if code.starts_with(|c: char| c.is_digit(8)) => {
            2 + code.chars().take(3).take_while(|c| c.is_digit(8)).count()
        }
        Some(code) => 2 + code.chars().next().map_or(0, char::len_utf8),
        None => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
    }
}

/// Places between tokens where a comment may stand.
///
/// A dot with white space or a comment behind it ends a form, so none may stand in `R#r.field` or `...`.
pub(super) fn boundaries(text: &str) -> Vec<usize> {
    let tokens = tokens(text);
    let is_free = |idx: usize| {
        idx == 0 || &text[tokens[idx - 1].clone()] != "." || tokens[idx - 1].end < tokens[idx].start
    };
    (0..tokens.len()).filter(|&idx| is_free(idx)).map(|idx| tokens[idx].start).collect()
}

/// The source with a comment and a line end at each of these places.
pub(super) fn commented(text: &str, places: &[usize]) -> String {
    let mut written = String::new();
    let mut at = 0;
    for &place in places {
        written.push_str(&text[at..place]);
        written.push_str(COMMENT);
        at = place;
    }
    written + &text[at..]
}

/// A comment at every boundary of every file.
pub(super) fn commented_everywhere(files: &[SourceFile]) -> Vec<SourceFile> {
    let write = |file: &SourceFile| commented(&file.text, &boundaries(&file.text));
    files.iter().map(|file| SourceFile::new(file.path.clone(), write(file))).collect()
}

/// Names of the functions that these files define, as they are written.
fn functions(files: &[SourceFile]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in files {
        let words: Vec<&str> = tokens(&file.text).into_iter().map(|range| &file.text[range]).collect();
        for idx in 0..words.len().saturating_sub(1) {
            let is_first = idx == 0 || words[idx - 1] == ".";
            let is_atom = words[idx].starts_with(|c: char| c.is_lowercase() || c == '\'');
            if is_first && is_atom && words[idx + 1] == "(" {
                names.insert(words[idx].to_owned());
            }
        }
    }
    names
}

/// All functions of the files renamed alike, wherever they are defined, called or listed.
pub(super) fn renamed(files: &[SourceFile], rename: &dyn Fn(&str) -> String) -> Vec<SourceFile> {
    let names = functions(files);
    let modules: BTreeSet<String> =
        files.iter().filter_map(|file| Some(file.path.file_stem()?.to_string_lossy().into_owned())).collect();
    let write = |file: &SourceFile| {
        let ranges = tokens(&file.text);
        let words: Vec<&str> = ranges.iter().map(|range| &file.text[range.clone()]).collect();
        let mut written = String::new();
        let mut at = 0;
        for idx in 0..words.len() {
            if !names.contains(words[idx]) || !is_function_name(&words, idx, &modules) {
                continue;
            }
            written.push_str(&file.text[at..ranges[idx].start]);
            written.push_str(&rename(words[idx]));
            at = ranges[idx].end;
        }
        SourceFile::new(file.path.clone(), written + &file.text[at..])
    };
    files.iter().map(write).collect()
}

/// Whether the name at this token is that of a function of ours.
fn is_function_name(words: &[&str], idx: usize, modules: &BTreeSet<String>) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).copied().unwrap_or("");
    let (before, after) = (word(idx.checked_sub(1)), word(Some(idx + 1)));
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let is_listed = after == "/" && is_number(word(Some(idx + 2)));
    let is_own = before != ":" || {
        let module = word(idx.checked_sub(2));
        modules.contains(module) || module == "MODULE"
    };
    let is_definition = word(idx.checked_sub(2)) == "define" && before == "(";
    (after == "(" || is_listed) && is_own && !matches!(before, "?" | "#") && !is_definition
}

#[apply(test)]
fn tokens_are_those_of_erlang() {
    let text =
        "f('a b', $\\n, \"x\\\"y\", 16#FF, 1.5e-3) -> $', X#r.a =:= <<1:8>>. % it's\n g() -> $\\x{41}.";
    let found: Vec<&str> = tokens(text).into_iter().map(|range| &text[range]).collect();
    let expected = "f ( 'a_b' , $\\n , \"x\\\"y\" , 16#FF , 1.5e-3 ) -> $' , X # r . a =:= << 1 : 8 >> . \
                    g ( ) -> $\\x{41} .";
    let found: Vec<String> = found.into_iter().map(|word| word.replace(' ', "_")).collect();
    assert_eq!(found.join(" "), expected);
}
