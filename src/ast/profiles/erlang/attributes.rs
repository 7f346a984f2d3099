//! Attributes of an Erlang module, in one spelling.

use super::escapes::{atom_name, unescaped};
use super::tokens::{Token, tokens};
use crate::ast::literal::{normal_literal, unquoted};

/// The attributes of a file with their offsets, those with lists one by one.
///
/// A module that is named as its file says nothing, because a slicer that writes another file must name it so;
/// `-file` only says where text came from.
pub(in crate::ast) fn attributes(text: &str, name: &str) -> Vec<(usize, String)> {
    let all = tokens(text);
    let mut found = Vec::new();
    let mut first = 0;
    for (idx, token) in all.iter().enumerate() {
        if !ends_form(text, token) {
            continue;
        }
        let form: Vec<String> = all[first..idx].iter().map(|token| word(text, token)).collect();
        if form.first().is_some_and(|dash| dash == "-") && form.len() > 1 {
            found.extend(
                attribute(name, &form[1], &form[2..]).into_iter().map(|line| (all[first].start, line)),
            );
        }
        first = idx + 1;
    }
    found
}

/// Whether the token is a full stop: a dot before white space, a comment or the end.
fn ends_form(text: &str, token: &Token) -> bool {
    let next = text[token.end..].chars().next();
    &text[token.start..token.end] == "." && next.is_none_or(|next| next.is_whitespace() || next == '%')
}

/// A token in one spelling.
fn word(text: &str, token: &Token) -> String {
    let text = &text[token.start..token.end];
    match text.chars().next() {
        Some('"') => format!("\"{}\"", unescaped(unquoted(text))),
        Some('$') => format!("${}", unescaped(&text[1..])),
        Some('\'') => atom_name(text),
        Some('0'..='9') => normal_literal(text),
        _ => text.to_owned(),
    }
}

fn attribute(file: &str, name: &str, words: &[String]) -> Vec<String> {
    let value = argument(words);
    match name {
        "file" => Vec::new(),
        "module" if value.len() == 1 && value[0] == file => Vec::new(),
        "export" | "export_type" | "compile" => {
            parts(unlisted(value)).map(|part| format!("-{name} {}", part.join(" "))).collect()
        }
        "import" => {
            let mut arguments = parts(value);
            let module = arguments.next().map(|module| module.join(" ")).unwrap_or_default();
            let functions = arguments.next().unwrap_or_default();
            parts(unlisted(functions)).map(|part| format!("-import {module} {}", part.join(" "))).collect()
        }
        "record" => {
            let mut arguments = parts(value);
            let record = arguments.next().map(|name| name.join(" ")).unwrap_or_default();
            let fields = arguments.next().unwrap_or_default();
            let inside = fields.get(1..fields.len().saturating_sub(1)).unwrap_or_default();
            let fields = parts(inside).map(|field| format!("-record {record} {}", field.join(" ")));
            std::iter::once(format!("-record {record}")).chain(fields).collect()
        }
        "spec" | "type" | "opaque" | "nominal" | "callback" => {
            vec![format!("-{name} {}", without_groups(value).join(" "))]
        }
        // Conditions and macros compute.
        "define" | "if" | "elif" => vec![format!("-{name} {}", value.join(" "))],
        _ => vec![format!("-{name} {}", without_slashes(value).join(" "))],
    }
}

/// `f/1` is `{f, 1}` in an attribute.
fn without_slashes(words: &[String]) -> Vec<&str> {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_atom = |word: &str| !is_number(word) && !matches!(word, "(" | "[" | "{" | "," | ")" | "]" | "}");
    let mut kept: Vec<&str> = Vec::new();
    let mut rest = words;
    loop {
        rest = match rest {
            [name, slash, arity, after @ ..] if slash == "/" && is_atom(name) && is_number(arity) => {
                kept.extend(["{", name, ",", arity, "}"]);
                after
            }
            [word, after @ ..] => {
                kept.push(word);
                after
            }
            [] => return kept,
        };
    }
}

/// What stands in the parentheses around all of the words, which some attributes may go without.
fn argument(words: &[String]) -> &[String] {
    let [open, inside @ .., close] = words else { return words };
    let mut depth = 1usize;
    let closes_early = inside.iter().any(|word| {
        depth = shifted(depth, word);
        depth == 0
    });
    if open == "(" && close == ")" && !closes_early { inside } else { words }
}

fn shifted(depth: usize, word: &str) -> usize {
    match word {
        "(" | "[" | "{" | "<<" => depth + 1,
        ")" | "]" | "}" | ">>" => depth.saturating_sub(1),
        _ => depth,
    }
}

/// The elements of a list; anything else is the only one.
fn unlisted(words: &[String]) -> &[String] {
    match words {
        [open, inside @ .., close] if open == "[" && close == "]" => inside,
        _ => words,
    }
}

/// What commas divide, brackets unopened.
fn parts(words: &[String]) -> impl Iterator<Item = &[String]> {
    let mut depth = 0;
    let mut divided = words.split(move |word| {
        depth = shifted(depth, word);
        depth == 0 && word == ","
    });
    std::iter::from_fn(move || divided.next()).filter(|part| !part.is_empty())
}

/// Parentheses that only group go: a pretty printer writes them as it likes.
fn without_groups(words: &[String]) -> Vec<&str> {
    let is_name =
        |word: &str| word.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '@' || c == '?');
    let mut kept = Vec::new();
    let mut open = Vec::new();
    for (idx, word) in words.iter().enumerate() {
        let is_kept = match word.as_str() {
            "(" => {
                let is_call = idx > 0 && is_name(&words[idx - 1]) && words[idx - 1] != "when";
                open.push(is_call);
                is_call
            }
            ")" => open.pop().unwrap_or(true),
            _ => true,
        };
        if is_kept {
            kept.push(word.as_str());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        attributes(text, "a").into_iter().map(|(_, line)| line).collect()
    }

    #[test]
    fn attributes_have_one_spelling() {
        for (one, other) in [
            ("-export([f/1, 'g'/2]).", "-export([f/1]). % c\n-export([g/2])."),
            ("-compile(export_all).", "-compile([export_all])."),
            ("-spec f(integer()) -> (a | b).", "-spec(f(integer())\n -> a|b)."),
            ("-record(r, {a = 1, b :: integer()}).", "-record('r',{a=1,b::integer()})."),
            ("-module(a).", ""),
            ("-on_load(f/0).", "-on_load({f, 0})."),
            ("-dialyzer({nowarn, [f/1, 'G h'/2]}).", "-dialyzer({nowarn,[{f,1},{'G h',2}]})."),
            ("-define(X, 16#ff).\nf() -> ?X.", "-file(\"a.erl\", 1).\n-define(X,255).\ng() -> ok."),
        ] {
            assert_eq!(lines(one), lines(other), "{one}");
        }
    }

    #[test]
    fn other_attributes_are_others() {
        for (one, other) in [
            ("-module(b).", "-module(c)."),
            ("-export([f/1]).", "-export([f/2])."),
            ("-define(X, 1).", "-define(X, 2)."),
            ("-define(X, f/1).", "-define(X, {f, 1})."),
            ("-on_load(f/0).", "-on_load({f, 1})."),
            ("-define(X(A), A).", "-define(X, (A), A)."),
            ("-record(r, {a = 1}).", "-record(r, {a = 2})."),
            ("-include(\"a.hrl\").", "-include(\"b.hrl\")."),
            ("-spec f() -> ok.", "-spec f() -> error."),
            ("-import(lists, [map/2]).", "-import(maps, [map/2])."),
        ] {
            assert_ne!(lines(one), lines(other), "{one}");
        }
    }
}
