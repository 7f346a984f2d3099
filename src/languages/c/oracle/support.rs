//! What the oracle for C does not run, and says so of.

use std::collections::BTreeMap;

use crate::ast::{Cst, SourceFile, Tree, concrete};
use crate::error::{self, Place, Result};
use crate::languages::c::library::is_header;
use crate::languages::c::macros;
use crate::languages::c::scope;
use crate::languages::c::syntax::{
    Declaration, FunctionDefinition, Obstacle, Statement, named, own_header, top_level,
};
use crate::stack::deep;

/// Refuses programs with constructs that cannot be switched off and on, or that mean something else elsewhere.
pub(super) fn check(program: &Tree) -> Result<()> {
    check_without(program, &["bs__", "BS__", "sliced"])
}

/// The same for a program that a slicer returned, which may hold our placeholder, and no attributes.
pub(super) fn check_other(program: &Tree) -> Result<()> {
    check_without(program, &["bs__", "BS__", "__attribute"])
}

/// What would make the compiler read or do what is not in the text; `None` when there is nothing. `program` is the
/// original, whose headers may be included.
pub(super) fn unreadable(other: &Tree, program: &Tree) -> Option<String> {
    let is_known = |directive: &str| program.files().any(|file| file.text.contains(directive));
    other.files().find_map(|file| {
        if program.file_idx(&file.path).is_none() {
            return Some(format!("another file, `{}`", file.path.display()));
        }
        let text = file.text.replace("\\\r\n", "").replace("\\\n", "");
        if text.contains("%:") || text.contains("??=") {
            return Some("a directive in other letters".to_owned());
        }
        text.lines().filter_map(|line| line.trim_start().strip_prefix('#')).find_map(|directive| {
            let directive = directive.trim();
            let header = directive.strip_prefix("include").map(str::trim);
            let is_fine = match header {
                Some(header) => {
                    // In quotes, too, where the program has no file of that name.
                    let between = |open, close| header.strip_prefix(open)?.strip_suffix(close);
                    between('<', '>').or_else(|| between('"', '"')).is_some_and(is_header)
                        || is_known(directive)
                }
                None => directive.starts_with("define") || is_known(directive),
            };
            (!is_fine).then(|| format!("`#{directive}`"))
        })
    })
}

fn check_without(program: &Tree, words: &[&str]) -> Result<()> {
    program.files().try_for_each(|file| check_file(program, file, words))
}

fn check_file(program: &Tree, file: &SourceFile, words: &[&str]) -> Result<()> {
    let concrete = concrete(program.language(), &file.text);
    let refuse = |at: usize, what: &str| {
        Err(error::oracle::unsupported_c(Place::of_offset(&file.path, &file.text, at), what))
    };
    for word in words {
        let is_start = |at: usize| !file.text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if let Some((at, _)) = file.text.match_indices(*word).find(|(at, _)| is_start(*at)) {
            return refuse(at, &format!("a name that begins with `{word}`"));
        }
    }
    let missing = |header: &&str| {
        let is_there = scope::included(&file.path, header).and_then(|path| program.file_idx(&path)).is_some();
        !is_there && !is_header(header)
    };
    let mut headers =
        top_level(concrete.root(), &file.text).filter_map(|it| Some((it, own_header(it, &file.text)?)));
    if let Some((at, header)) = headers.find(|(_, header)| missing(header)) {
        return refuse(at.start_byte(), &format!("the header `{header}`, which is no file of the program"));
    }
    match first_obstacle(concrete.root(), None, &file.text) {
        Some((at, what)) => refuse(at, &what),
        None => Ok(()),
    }
}

fn first_obstacle(cst: Cst<'_>, parent: Option<Cst<'_>>, text: &str) -> Option<(usize, String)> {
    deep(|| {
        let found = obstacle(cst, parent, text).map(|what| (cst.start_byte(), what));
        found.or_else(|| named(cst).find_map(|child| first_obstacle(child, Some(cst), text)))
    })
}

fn obstacle(cst: Cst<'_>, parent: Option<Cst<'_>>, text: &str) -> Option<String> {
    let source = || &text[cst.byte_range()];
    let Some(found) = Obstacle::of(cst, parent, text) else {
        return FunctionDefinition::of(cst).and_then(|definition| jump_past_declaration(&definition, text));
    };
    let what = match found {
        Obstacle::Variadic => "a function with a variable number of arguments",
        Obstacle::BitField => "a bit-field",
        // What guards a header against being included twice has no text.
        Obstacle::Macro(definition) if definition.value.is_none() && is_first(cst, parent) => return None,
        Obstacle::Macro(definition) => macros::refused(&definition, text)?,
        Obstacle::Conditional => "conditional compilation",
        Obstacle::Directive => "a directive of the preprocessor",
        Obstacle::Include if source().contains('<') || own_header(cst, text).is_some() => return None,
        Obstacle::Include => "a header whose name is no text",
        Obstacle::StatementExpression => "a statement as an expression",
        Obstacle::InnerFunction => "a function inside of another",
        Obstacle::CaseDeclaration => "a declaration among the statements of a `case`",
        Obstacle::ForDeclaration if !source().contains('{') => return None,
        Obstacle::ForDeclaration => "a list that initialises a variable of a `for`",
        Obstacle::InnerCase => "a `case` inside of another statement",
        Obstacle::Extension(name) => return Some(format!("the construct `{name}`")),
    };
    Some(what.to_owned())
}

/// Whether it is the first part behind the name in what is around it.
fn is_first(cst: Cst<'_>, parent: Option<Cst<'_>>) -> bool {
    let second = parent.and_then(|parent| named(parent).nth(1));
    second.is_some_and(|second| second.start_byte() == cst.start_byte())
}

/// A `goto` that leads behind a declaration without passing it: the variable would have what its memory happens to hold.
fn jump_past_declaration(function: &FunctionDefinition<'_>, text: &str) -> Option<String> {
    let parts: Vec<Cst<'_>> = function.body?.subtree().collect();
    let mut labels = BTreeMap::new();
    for part in &parts {
        if let Statement::Labelled { label: Some(label), .. } = Statement::of(*part) {
            labels.insert(&text[label.byte_range()], part.start_byte());
        }
    }
    let blocks: Vec<Cst<'_>> =
        parts.iter().copied().filter(|part| matches!(Statement::of(*part), Statement::Block)).collect();
    let is_past = |from: usize, to: usize| {
        blocks.iter().any(|block| {
            let range = block.byte_range();
            let starts = named(*block).filter(|it| Declaration::of(*it).is_some()).map(|it| it.start_byte());
            range.contains(&to)
                && starts.filter(|start| *start < to).any(|start| !range.contains(&from) || from < start)
        })
    };
    parts.iter().find_map(|part| match Statement::of(*part) {
        Statement::Goto(Some(label)) => {
            let label = &text[label.byte_range()];
            let to = labels.get(label).copied()?;
            is_past(part.start_byte(), to).then(|| format!("`goto {label}`, which leads past a declaration"))
        }
        _ => None,
    })
}
