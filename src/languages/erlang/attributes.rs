//! Attributes of Erlang modules that name functions: they are no nodes, but follow their functions.

use std::ops::Range;

/// Ranges to cut from a module so that these functions, which are gone, are neither exported nor specified,
/// and no hook or option names them.
pub(super) fn of_functions(text: &str, gone: &[&str]) -> Vec<Range<usize>> {
    let mut cuts = Vec::new();
    if gone.is_empty() {
        return cuts;
    }
    for (name, range) in attributes(text) {
        let body = &text[range.clone()];
        match name {
            "export" | "compile" | "dialyzer" => {
                let entries = without_entries(body, gone).into_iter();
                cuts.extend(entries.map(|cut| range.start + cut.start..range.start + cut.end));
            }
            "spec" if gone.contains(&specified(body).as_str()) => cuts.push(range),
            "on_load" if gone.contains(&loader(body).as_str()) => cuts.push(range),
            _ => {}
        }
    }
    cuts
}

/// Name and byte range of each attribute, its full stop included.
pub fn attributes(text: &str) -> Vec<(&str, Range<usize>)> {
    let starts = text.match_indices('-').map(|(at, _)| at).filter(|&at| {
        let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        text[line_start..at].trim().is_empty()
    });
    let mut found: Vec<(&str, Range<usize>)> = Vec::new();
    for start in starts {
        if found.last().is_some_and(|(_, range)| range.contains(&start)) {
            continue;
        }
        let name = text[start + 1..].trim_start();
        let name = &name[..name.find(|c: char| !c.is_ascii_alphabetic() && c != '_').unwrap_or(name.len())];
        if !name.is_empty() {
            found.push((name, start..full_stop(text, start)));
        }
    }
    found
}

/// One past the full stop: a dot before white space, a comment or the end.
fn full_stop(text: &str, start: usize) -> usize {
    text[start..]
        .match_indices('.')
        .map(|(at, _)| start + at + 1)
        .find(|&end| text[end..].chars().next().is_none_or(|next| next.is_whitespace() || next == '%'))
        .unwrap_or(text.len())
}

/// Ranges to cut from `-export([…]).`, `-compile({inline, […]}).` so that these functions are no longer in it.
fn without_entries(attribute: &str, gone: &[&str]) -> Vec<Range<usize>> {
    let Some(open) = attribute.rfind('[') else { return Vec::new() };
    let close = attribute[open..].find(']').map_or(attribute.len(), |close| open + close);
    let mut at = open + 1;
    let mut entries: Vec<(Range<usize>, bool)> = Vec::new();
    for entry in attribute[open + 1..close].split(',') {
        let start = at + (entry.len() - entry.trim_start().len());
        let name: String = entry.chars().filter(|c| !c.is_whitespace() && *c != '\'').collect();
        entries.push((start..start + entry.trim().len(), gone.contains(&name.as_str())));
        at += entry.len() + 1;
    }
    let mut previous_end = None;
    let mut cuts = Vec::new();
    for (idx, (range, is_gone)) in entries.iter().enumerate() {
        match (is_gone, previous_end, entries.get(idx + 1)) {
            (false, ..) => previous_end = Some(range.end),
            (true, Some(end), _) => cuts.push(end..range.end),
            (true, None, Some((next, _))) => cuts.push(range.start..next.start),
            (true, None, None) => cuts.push(range.clone()),
        }
    }
    cuts
}

/// `name/arity` of `-on_load(name/arity).`
fn loader(attribute: &str) -> String {
    let inside = attribute.split(['(', ')']).nth(1).unwrap_or_default();
    inside.chars().filter(|c| !c.is_whitespace() && *c != '\'').collect()
}

/// `name/arity` of a `-spec`.
fn specified(attribute: &str) -> String {
    let body = attribute.trim_start_matches('-').trim_start().trim_start_matches("spec").trim_start();
    let Some(open) = body.find('(') else { return String::new() };
    let mut depth = 0;
    let mut n_commas = 0;
    let mut is_empty = true;
    for c in body[open..].chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 1 => n_commas += 1,
            _ => {}
        }
        is_empty &= c == '(' || c == ')' || c.is_whitespace();
        if depth == 0 {
            break;
        }
    }
    let name = body[..open].trim().trim_matches('\'');
    format!("{name}/{}", if is_empty { 0 } else { n_commas + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deletions::{Cut, Layout, apply};

    fn check(text: &str, gone: &[&str], expected: &str) {
        let cuts = of_functions(text, gone).into_iter();
        let cuts = cuts.map(|cut| Cut { start: cut.start, stop: cut.end, by: "" }).collect();
        assert_eq!(apply(text, cuts, Layout::Lines), expected);
    }

    #[test]
    fn options_and_hooks_lose_what_is_gone() {
        check("-compile({inline, [f/1, g/2]}).", &["f/1"], "-compile({inline, [g/2]}).");
        check("-compile([debug_info, {inline, [f/1]}]).", &["f/1"], "-compile([debug_info, {inline, []}]).");
        check("-dialyzer({nowarn_function, ['f'/1]}).", &["f/1"], "-dialyzer({nowarn_function, []}).");
        check("-on_load(init/0).", &["init/0"], "");
        check("-on_load(init/0).", &["init/1"], "-on_load(init/0).");
    }

    #[test]
    fn exports_lose_entries_with_their_commas() {
        let text = "-export([a/1, b/2,c/0]).";
        check(text, &["a/1"], "-export([b/2,c/0]).");
        check(text, &["b/2"], "-export([a/1,c/0]).");
        check(text, &["b/2", "c/0"], "-export([a/1]).");
        check(text, &["a/1", "b/2", "c/0"], "-export([]).");
    }

    #[test]
    fn attributes_and_specs_are_found() {
        let text = "-module(m).\n-spec f({A, B}, [C]) -> D.\nf(_, _) -> -1.\n";
        let found = attributes(text);
        assert_eq!(found.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["module", "spec"]);
        assert_eq!(specified(&text[found[1].1.clone()]), "f/2");
        assert_eq!(specified("-spec g() -> ok."), "g/0");
    }
}
