//! Macros of C programs: which are expressions, and which names stand in their text.

use std::collections::{BTreeMap, BTreeSet};

use super::syntax::{MacroDefinition, is_type_name};
use crate::ast::Cst;

/// Words of types and of `sizeof`; none of them is the name of a variable.
const TYPE_WORDS: &str = "\
    _Bool bool char const double enum float int int16_t int32_t int64_t int8_t long ptrdiff_t short signed size_t sizeof \
    struct uint16_t uint32_t uint64_t uint8_t union unsigned void volatile FILE";

/// Words of statements: what holds one is no expression.
const STATEMENT_WORDS: &str = "break case continue default do else for goto if return switch while";

const OPERATORS: [&str; 22] = [
    "<<=", ">>=", "...", "##", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=",
];

const ASSIGNMENTS: [&str; 13] =
    ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"];

/// The words and signs of a macro's text.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let here = &text[at..];
        let first = here.chars().next().unwrap_or(' ');
        if first.is_whitespace() || first == '\\' {
            at += first.len_utf8();
            continue;
        }
        let size = if first.is_alphanumeric() || first == '_' {
            let is_number = first.is_ascii_digit();
            here.find(|c: char| !(c.is_alphanumeric() || c == '_' || is_number && c == '.'))
                .unwrap_or(here.len())
        } else if first == '"' || first == '\'' {
            literal(here, first)
        } else {
            OPERATORS.iter().find(|it| here.starts_with(**it)).map_or(first.len_utf8(), |it| it.len())
        };
        found.push(&here[..size]);
        at += size;
    }
    found
}

/// Length of a literal with its quotes.
fn literal(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn is_word(words: &str, token: &str) -> bool {
    words.split_whitespace().any(|word| word == token)
}

/// Names of the parameters.
fn parameters<'t>(definition: &MacroDefinition<'_>, text: &'t str) -> Vec<&'t str> {
    definition.parameters.map_or(Vec::new(), |list| {
        let inside = text[list.byte_range()].trim_matches(['(', ')']);
        inside.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
    })
}

/// Why a macro cannot stand in a program that is run here: it must be an expression in which other expressions can stand.
pub(super) fn refused(definition: &MacroDefinition<'_>, text: &str) -> Option<&'static str> {
    let body = definition.value.map_or("", |value| &text[value.byte_range()]);
    let params = parameters(definition, text);
    let tokens = tokens(body);
    let has = |wanted: &[&str]| tokens.iter().any(|token| wanted.contains(token));
    if tokens.is_empty() {
        return Some("a macro without a text");
    }
    if params.contains(&"...") {
        return Some("a macro with a variable number of arguments");
    }
    if has(&[";", "{", "}", "#", "##"]) || tokens.iter().any(|token| is_word(STATEMENT_WORDS, token)) {
        return Some("a macro that is no expression");
    }
    if !is_closed(&tokens) {
        return Some("a macro whose text is not in parentheses");
    }
    (0..tokens.len()).filter(|&idx| params.contains(&tokens[idx])).find_map(|idx| {
        let token = |idx: Option<usize>| idx.and_then(|idx| tokens.get(idx)).copied().unwrap_or_default();
        let (before, behind) = (token(idx.checked_sub(1)), token(Some(idx + 1)));
        if !(["(", ","].contains(&before) && [")", ","].contains(&behind)) {
            return Some("a macro with a parameter that is not in parentheses");
        }
        let (outside, further) = (token(idx.checked_sub(2)), token(idx.checked_sub(3)));
        let is_unary = |sign: &str| sign == "&" && !(is_name(further) || further == ")" || further == "]");
        let is_changed = ASSIGNMENTS.contains(&token(Some(idx + 2))) || ["++", "--"].contains(&outside);
        (before == "(" && (is_changed || is_unary(outside))).then_some("a macro that changes its parameter")
    })
}

/// Whether a text means the same wherever an expression stands: one word, a number with its sign, parentheses, a call.
fn is_closed(tokens: &[&str]) -> bool {
    let is_number = |token: &str| token.starts_with(|c: char| c.is_ascii_digit());
    match tokens {
        [_] => true,
        ["-" | "+", number] => is_number(number),
        _ if tokens.iter().all(|token| token.starts_with('"')) => true,
        [first, rest @ ..] => {
            let inside = if *first == "(" { tokens } else { rest };
            (*first == "(" || is_name(first) && *first != "sizeof") && is_pair(inside)
        }
        [] => false,
    }
}

/// Whether the first parenthesis ends with the last.
fn is_pair(tokens: &[&str]) -> bool {
    let mut depth = 0;
    for (idx, token) in tokens.iter().enumerate() {
        match *token {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return idx + 1 == tokens.len() && *token == ")";
        }
    }
    false
}

/// The names of variables, functions and constants that stand in the text of each macro, and in that of macros in it.
pub(super) fn names(files: &[(&str, Cst<'_>)]) -> BTreeMap<String, Vec<String>> {
    let mut types = BTreeSet::new();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (text, root) in files {
        types.extend(root.subtree().filter(|cst| is_type_name(*cst)).map(|cst| &text[cst.byte_range()]));
    }
    for (text, root) in files {
        for definition in root.subtree().filter_map(MacroDefinition::of) {
            let params = parameters(&definition, text);
            let tokens = tokens(definition.value.map_or("", |value| &text[value.byte_range()]));
            let is_field = |idx: usize| idx > 0 && [".", "->"].contains(&tokens[idx - 1]);
            let is_other = |token: &str| {
                is_name(token)
                    && !params.contains(&token)
                    && !types.contains(token)
                    && !is_word(TYPE_WORDS, token)
            };
            let names = tokens.iter().enumerate().filter(|(idx, token)| is_other(token) && !is_field(*idx));
            let names = names.map(|(_, token)| (*token).to_owned()).collect();
            found.insert(text[definition.name.byte_range()].to_owned(), names);
        }
    }
    let direct = found.clone();
    found.values_mut().for_each(|names| close(names, &direct));
    found
}

/// Adds what stands in the macros among some names.
fn close(names: &mut Vec<String>, direct: &BTreeMap<String, Vec<String>>) {
    let mut at = 0;
    while at < names.len() {
        for inside in direct.get(&names[at]).into_iter().flatten() {
            if !names.contains(inside) {
                names.push(inside.clone());
            }
        }
        at += 1;
    }
}

/// Names of macros with parameters.
pub(super) fn with_parameters(root: Cst<'_>, text: &str) -> BTreeSet<String> {
    let all = root.subtree().filter_map(MacroDefinition::of).filter(|it| it.parameters.is_some());
    all.map(|definition| text[definition.name.byte_range()].to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::concrete;
    use crate::language::Language;

    fn check(line: &str, wanted: Option<&str>) {
        let text = format!("{line}\n");
        let concrete = concrete(Language::C, &text);
        let definition = concrete.root().subtree().find_map(MacroDefinition::of).expect("a macro");
        match (refused(&definition, &text), wanted) {
            (None, None) => {}
            (Some(found), Some(wanted)) if found.contains(wanted) => {}
            (found, _) => panic!("{line}: {found:?}, not {wanted:?}"),
        }
    }

    #[test]
    fn a_macro_is_an_expression_that_can_stand_anywhere() {
        check("#define N 10", None);
        check("#define N -1", None);
        check("#define N (3 + M)", None);
        check("#define N \"a\" \"b\"", None);
        check("#define MAX(a, b) ((a) > (b) ? (a) : (b))", None);
        check("#define IS(c) is_one(c, 3)", None);
        check("#define LEN(a) (sizeof(a) / sizeof((a)[0]))", None);
        check("#define MASK(a) (flags & (a))", None);
        check("#define NEXT (at++)", None);
        check("#define N 3 + 4", Some("not in parentheses"));
        check("#define TWICE(x) (x * 2)", Some("parameter that is not in parentheses"));
        check("#define TWICE(x) (x) * 2", Some("text is not in parentheses"));
        check("#define SET(x) ((x) = 1)", Some("changes"));
        check("#define GET(x) (get(&(x)))", Some("changes"));
        check("#define SWAP(a, b) do { int c = (a); (b) = c; } while (0)", Some("no expression"));
        check("#define NAME(a) (#a)", Some("no expression"));
        check("#define LOG(...) (printf(__VA_ARGS__))", Some("variable number"));
        check("#define N", Some("without a text"));
    }

    #[test]
    fn names_in_a_macro_are_those_of_its_macros_too() {
        let text =
            "struct s { int x; };\n#define A (B + y.z)\n#define B(c) ((int) (c) + n + sizeof(struct s))\n";
        let concrete = concrete(Language::C, text);
        let found = names(&[(text, concrete.root())]);
        assert_eq!(found["A"], ["B", "y", "n"]);
        assert_eq!(found["B"], ["n"]);
    }
}
