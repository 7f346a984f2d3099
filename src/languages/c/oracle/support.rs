//! What the oracle for C does not run, and says so of.

use std::collections::BTreeSet;

use crate::ast::{Cst, Tree, concrete};
use crate::error::{self, Place, Result};
use crate::languages::c::library::is_header;
use crate::languages::c::scope::constants;
use crate::languages::c::syntax::{Obstacle, named};
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
pub(super) fn unreadable(other: &Tree, program: &str) -> Option<String> {
    if other.files().len() != 1 {
        return Some("a program of more than one file".to_owned());
    }
    let text = other.file(0).text.replace("\\\r\n", "").replace("\\\n", "");
    if text.contains("%:") || text.contains("??=") {
        return Some("a directive in other letters".to_owned());
    }
    text.lines().filter_map(|line| line.trim_start().strip_prefix('#')).find_map(|directive| {
        let directive = directive.trim();
        let header = directive.strip_prefix("include").map(str::trim);
        let is_fine = match header {
            Some(header) => {
                let name = header.strip_prefix('<').and_then(|header| header.strip_suffix('>'));
                name.is_some_and(is_header) || program.contains(directive)
            }
            None => directive.starts_with("define") || program.contains(directive),
        };
        (!is_fine).then(|| format!("`#{directive}`"))
    })
}

fn check_without(program: &Tree, words: &[&str]) -> Result<()> {
    if program.files().len() != 1 {
        let what = "a program of more than one file";
        return Err(error::oracle::unsupported_c(Place::file(&program.file(0).path), what));
    }
    let file = program.file(0);
    let own = constants(&file.text);
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
    match first_obstacle(concrete.root(), None, &file.text, &own) {
        Some((at, what)) => refuse(at, &what),
        None => Ok(()),
    }
}

fn first_obstacle(
    cst: Cst<'_>,
    parent: Option<Cst<'_>>,
    text: &str,
    own: &BTreeSet<String>,
) -> Option<(usize, String)> {
    deep(|| {
        let found = obstacle(cst, parent, text, own).map(|what| (cst.start_byte(), what));
        found.or_else(|| named(cst).find_map(|child| first_obstacle(child, Some(cst), text, own)))
    })
}

fn obstacle(cst: Cst<'_>, parent: Option<Cst<'_>>, text: &str, own: &BTreeSet<String>) -> Option<String> {
    let source = || &text[cst.byte_range()];
    let what = match Obstacle::of(cst, parent)? {
        Obstacle::Goto => "`goto` and labels",
        Obstacle::Variadic => "a function with a variable number of arguments",
        Obstacle::BitField => "a bit-field",
        Obstacle::MacroWithParameters => "a macro with parameters",
        Obstacle::Macro { value } if is_constant(value, text, own) => return None,
        Obstacle::Macro { .. } => "a macro that is no constant",
        Obstacle::Conditional => "conditional compilation",
        Obstacle::Directive => "a directive of the preprocessor",
        Obstacle::Include if source().contains('<') => return None,
        Obstacle::Include => "a header of its own",
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

/// Whether a macro is a literal, a constant of the program, or made of these by operators.
fn is_constant(value: Option<Cst<'_>>, text: &str, own: &BTreeSet<String>) -> bool {
    let Some(value) = value else { return false };
    let value = text[value.byte_range()].trim();
    if value.starts_with('"') {
        return true;
    }
    let words =
        value.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\'')).filter(|w| !w.is_empty());
    let is_literal = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == '\'');
    !value.contains(['{', '}', ';', '=']) && words.clone().all(|word| is_literal(word) || own.contains(word))
}
