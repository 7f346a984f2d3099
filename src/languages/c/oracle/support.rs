//! What the oracle for C does not run, and says so of.

use std::collections::BTreeSet;

use super::edits::named;
use crate::ast::{Cst, Tree, concrete};
use crate::error::{self, Place, Result};
use crate::stack::deep;

/// Functions whose result depends on their arguments, on the standard input and on memory alone; with the number
/// of arguments that have a type, where others follow.
const FUNCTIONS: &[(&str, usize)] = &[
    ("abort", 0),
    ("abs", 1),
    ("acos", 1),
    ("asin", 1),
    ("assert", 1),
    ("atan", 1),
    ("atan2", 2),
    ("atof", 1),
    ("atoi", 1),
    ("atol", 1),
    ("bsearch", 5),
    ("calloc", 2),
    ("ceil", 1),
    ("cos", 1),
    ("cosh", 1),
    ("div", 2),
    ("exit", 1),
    ("exp", 1),
    ("fabs", 1),
    ("feof", 1),
    ("ferror", 1),
    ("fflush", 1),
    ("fgetc", 1),
    ("fgets", 3),
    ("floor", 1),
    ("fmod", 2),
    ("fprintf", 2),
    ("fputc", 2),
    ("fputs", 2),
    ("free", 1),
    ("getc", 1),
    ("getchar", 0),
    ("isalnum", 1),
    ("isalpha", 1),
    ("isblank", 1),
    ("iscntrl", 1),
    ("isdigit", 1),
    ("isgraph", 1),
    ("islower", 1),
    ("isprint", 1),
    ("ispunct", 1),
    ("isspace", 1),
    ("isupper", 1),
    ("isxdigit", 1),
    ("labs", 1),
    ("log", 1),
    ("log10", 1),
    ("malloc", 1),
    ("memchr", 3),
    ("memcmp", 3),
    ("memcpy", 3),
    ("memmove", 3),
    ("memset", 3),
    ("pow", 2),
    ("printf", 1),
    ("putc", 2),
    ("putchar", 1),
    ("puts", 1),
    ("qsort", 4),
    ("realloc", 2),
    ("round", 1),
    ("scanf", 1),
    ("sin", 1),
    ("sinh", 1),
    ("snprintf", 3),
    ("sprintf", 2),
    ("sqrt", 1),
    ("sscanf", 2),
    ("strcat", 2),
    ("strchr", 2),
    ("strcmp", 2),
    ("strcpy", 2),
    ("strcspn", 2),
    ("strdup", 1),
    ("strlen", 1),
    ("strncat", 3),
    ("strncmp", 3),
    ("strncpy", 3),
    ("strpbrk", 2),
    ("strrchr", 2),
    ("strspn", 2),
    ("strstr", 2),
    ("strtod", 2),
    ("strtok", 2),
    ("strtol", 3),
    ("strtoul", 3),
    ("tan", 1),
    ("tanh", 1),
    ("tolower", 1),
    ("toupper", 1),
    ("trunc", 1),
    ("ungetc", 2),
];

/// Names of values that headers define.
const VALUES: &[&str] = &[
    "BUFSIZ",
    "CHAR_BIT",
    "CHAR_MAX",
    "CHAR_MIN",
    "DBL_EPSILON",
    "DBL_MAX",
    "DBL_MIN",
    "EOF",
    "EXIT_FAILURE",
    "EXIT_SUCCESS",
    "HUGE_VAL",
    "INFINITY",
    "INT_MAX",
    "INT_MIN",
    "LLONG_MAX",
    "LLONG_MIN",
    "LONG_MAX",
    "LONG_MIN",
    "M_E",
    "M_PI",
    "NAN",
    "NULL",
    "SCHAR_MAX",
    "SCHAR_MIN",
    "SHRT_MAX",
    "SHRT_MIN",
    "SIZE_MAX",
    "UCHAR_MAX",
    "UINT_MAX",
    "ULLONG_MAX",
    "ULONG_MAX",
    "USHRT_MAX",
    "false",
    "stderr",
    "stdin",
    "stdout",
    "true",
];

/// How many arguments of a library function have a type; `None` for what may not be called.
pub(super) fn n_typed(function: &str) -> Option<usize> {
    FUNCTIONS.iter().find(|(name, _)| *name == function).map(|(_, n)| *n)
}

/// Whether a name that the program does not declare may stand in it.
pub(super) fn is_known(name: &str, own: &BTreeSet<String>) -> bool {
    own.contains(name) || VALUES.contains(&name) || n_typed(name).is_some()
}

/// Names of constants that the program itself gives: enumerators, macros.
pub(super) fn constants(text: &str) -> BTreeSet<String> {
    let concrete = concrete(crate::language::Language::C, text);
    let mut found = BTreeSet::new();
    collect(concrete.root(), text, &mut found);
    found
}

fn collect(cst: Cst<'_>, text: &str, found: &mut BTreeSet<String>) {
    deep(|| collect_here(cst, text, found))
}

fn collect_here(cst: Cst<'_>, text: &str, found: &mut BTreeSet<String>) {
    if matches!(cst.kind(), "enumerator" | "preproc_def")
        && let Some(name) = cst.child_by_field_name("name")
    {
        found.insert(text[name.byte_range()].to_owned());
    }
    named(cst).for_each(|child| collect(child, text, found));
}

/// Headers that anybody may include.
const HEADERS: &[&str] = &[
    "assert", "ctype", "errno", "float", "inttypes", "limits", "math", "stdbool", "stddef", "stdint",
    "stdio", "stdlib", "string",
];

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
                let name = header.strip_prefix('<').and_then(|header| header.strip_suffix(".h>"));
                name.is_some_and(|name| HEADERS.contains(&name)) || program.contains(directive)
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
    deep(|| first_obstacle_here(cst, parent, text, own))
}

fn first_obstacle_here(
    cst: Cst<'_>,
    parent: Option<Cst<'_>>,
    text: &str,
    own: &BTreeSet<String>,
) -> Option<(usize, String)> {
    let found = obstacle(cst, parent, text, own).map(|what| (cst.start_byte(), what));
    found.or_else(|| named(cst).find_map(|child| first_obstacle(child, Some(cst), text, own)))
}

fn obstacle(cst: Cst<'_>, parent: Option<Cst<'_>>, text: &str, own: &BTreeSet<String>) -> Option<String> {
    let parent_kind = parent.map_or("", |parent| parent.kind());
    let source = &text[cst.byte_range()];
    let what = match cst.kind() {
        "goto_statement" | "labeled_statement" => "`goto` and labels",
        "variadic_parameter" => "a function with a variable number of arguments",
        "bitfield_clause" => "a bit-field",
        "preproc_function_def" => "a macro with parameters",
        "preproc_def" if !is_constant(cst, text, own) => "a macro that is no constant",
        "preproc_if" | "preproc_ifdef" | "preproc_elif" | "preproc_else" => "conditional compilation",
        "preproc_call" => "a directive of the preprocessor",
        "preproc_include" if !source.contains('<') => "a header of its own",
        "compound_statement" if parent_kind == "parenthesized_expression" => "a statement as an expression",
        "function_definition" if parent_kind != "translation_unit" => "a function inside of another",
        "declaration" if parent_kind == "case_statement" => "a declaration among the statements of a `case`",
        "declaration" if parent_kind == "for_statement" && source.contains('{') => {
            "a list that initialises a variable of a `for`"
        }
        "case_statement" if parent_kind != "compound_statement" => "a `case` inside of another statement",
        "case_statement" => return None,
        kind if ["gnu_asm", "ms_", "seh_", "generic_", "attributed_", "preproc_", "offsetof", "linkage_"]
            .iter()
            .any(|start| kind.starts_with(start))
            && !matches!(kind, "preproc_include" | "preproc_def" | "preproc_arg") =>
        {
            return Some(format!("the construct `{}`", kind.replace('_', " ")));
        }
        _ => return None,
    };
    Some(what.to_owned())
}

/// Whether a macro is a literal, a constant of the program, or made of these by operators.
fn is_constant(cst: Cst<'_>, text: &str, own: &BTreeSet<String>) -> bool {
    let Some(value) = cst.child_by_field_name("value") else { return false };
    let value = text[value.byte_range()].trim();
    if value.starts_with('"') {
        return true;
    }
    let words =
        value.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\'')).filter(|w| !w.is_empty());
    let is_literal = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == '\'');
    !value.contains(['{', '}', ';', '=']) && words.clone().all(|word| is_literal(word) || own.contains(word))
}
