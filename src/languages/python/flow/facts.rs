//! What is known of a whole Python program before it is lowered.

use std::collections::BTreeSet;

use crate::ast::Cst;
use crate::languages::python::syntax::{
    PythonExpression, PythonStatement, decorators, is_assignment, is_generator, is_keyword, is_text, named,
    returns, sides, stars,
};
use crate::stack::deep;

use super::{accessor, library};

/// What a program has anywhere, so that others have to be looked at.
pub(super) struct PythonFacts {
    /// Methods that are called where nothing is written as a call: for subscripts and loops, and properties.
    pub(super) specials: BTreeSet<String>,
    /// A manager of the program may take a failure away.
    pub(super) swallows: bool,
    /// Names of parameters that a dictionary with `**`, or code outside of the program, may give.
    pub(super) names_given: BTreeSet<String>,
    /// A class of the program has a base that may have more than what every object has.
    pub(super) has_foreign_bases: bool,
    pub(super) has_generators: bool,
    /// A failure may begin where a generator has given an element.
    pub(super) throws_into: bool,
    /// Reading what is missing may put it there.
    pub(super) fills: bool,
}

impl PythonFacts {
    pub(super) fn of(root: Cst<'_>, text: &str) -> PythonFacts {
        let mut specials = BTreeSet::new();
        specials_of(root, text, &mut specials);
        PythonFacts {
            specials,
            swallows: swallows(root, text) || text.contains("contextmanager"),
            names_given: names_given(root, text),
            has_foreign_bases: has_foreign_bases(root, text),
            has_generators: text.contains("yield") || has_lasting_generators(root),
            throws_into: text.contains(".throw("),
            fills: text.contains("defaultdict"),
        }
    }
}

/// Whether a generator expression is given a name, or is the result of a function.
fn has_lasting_generators(cst: Cst<'_>) -> bool {
    let lasting = match is_assignment(cst) {
        true => sides(cst).1,
        false => named(cst).next().filter(|_| returns(cst)),
    };
    lasting.is_some_and(is_generator) || deep(|| named(cst).any(has_lasting_generators))
}

/// Whether an `__exit__` of the program may give something that is true.
fn swallows(cst: Cst<'_>, text: &str) -> bool {
    let is_function = matches!(PythonStatement::of(cst), Some(PythonStatement::Function { .. }));
    let is_exit = is_function
        && cst.child_by_field_name("name").is_some_and(|name| &text[name.byte_range()] == "__exit__");
    match is_exit {
        true => gives_truth(cst, text),
        false => deep(|| named(cst).any(|child| swallows(child, text))),
    }
}

fn gives_truth(cst: Cst<'_>, text: &str) -> bool {
    let word = text[cst.byte_range()].trim();
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with([' ', '(']);
    let is_return = word.strip_prefix("return").is_some_and(is_end);
    match is_return {
        true => !["", "False", "None"].contains(&word["return".len()..].trim()),
        false => deep(|| named(cst).any(|child| gives_truth(child, text))),
    }
}

/// Names of arguments, if any of them may come to a function of the program in a dictionary, or from code outside of it.
fn names_given(root: Cst<'_>, text: &str) -> BTreeSet<String> {
    fn find(cst: Cst<'_>, text: &str, (names, is_spread): (&mut BTreeSet<String>, &mut bool)) {
        if let PythonExpression::Call { arguments: Some(arguments), .. } = PythonExpression::of(cst) {
            *is_spread |= named(arguments).any(|argument| stars(argument) == Some(2));
        }
        if is_keyword(cst) {
            names.extend(cst.child_by_field_name("name").map(|name| text[name.byte_range()].to_owned()));
        }
        // Keys of dictionaries.
        if is_text(cst) {
            names.insert(text[cst.byte_range()].trim_matches(['"', '\'']).to_owned());
        }
        deep(|| named(cst).for_each(|child| find(child, text, (names, is_spread))));
    }
    let (mut names, mut is_spread) = (BTreeSet::new(), text.contains("partial"));
    find(root, text, (&mut names, &mut is_spread));
    if is_spread { names } else { BTreeSet::new() }
}

/// Whether a class has a base that is neither the program's nor without methods of its own that are called on its objects.
fn has_foreign_bases(root: Cst<'_>, text: &str) -> bool {
    let mut classes = BTreeSet::new();
    let mut bases = BTreeSet::new();
    let mut pending = vec![root];
    while let Some(cst) = pending.pop() {
        if let Some(PythonStatement::Class { superclasses }) = PythonStatement::of(cst) {
            classes.extend(cst.child_by_field_name("name").map(|name| &text[name.byte_range()]));
            for base in superclasses.into_iter().flat_map(named).filter(|base| !is_keyword(*base)) {
                let named = match PythonExpression::of(base) {
                    PythonExpression::Subscript { value: Some(value), .. } => value,
                    _ => base,
                };
                bases.insert(text[named.byte_range()].rsplit('.').next().unwrap_or(""));
            }
        }
        pending.extend(named(cst));
    }
    let is_plain = |base: &&str| library::is_plain_base(base) || classes.contains(*base);
    !bases.iter().all(is_plain)
}

/// Methods for subscripts and loops, and those that a decorator makes properties.
fn specials_of(cst: Cst<'_>, text: &str, found: &mut BTreeSet<String>) {
    let name = |definition: Cst<'_>| {
        definition.child_by_field_name("name").map(|name| text[name.byte_range()].to_owned())
    };
    let is_special = |name: &String| {
        let ends = ["item__", "attr__"].iter().any(|end| name.ends_with(end));
        ends || ["__get__", "__set__", "__missing__", "__init_subclass__", "__iter__", "__hash__"]
            .contains(&name.as_str())
    };
    match PythonStatement::of(cst) {
        Some(PythonStatement::Function { .. }) => found.extend(name(cst).filter(is_special)),
        // `__hash__ = key`, in a class or of one.
        Some(PythonStatement::Assignment(assignment)) => {
            let words = text[assignment.byte_range()].split(|c: char| !c.is_alphanumeric() && c != '_');
            found.extend(words.map(str::to_owned).filter(is_special));
        }
        Some(PythonStatement::Decorated { definition: Some(definition) }) => {
            let words = decorators(cst).map(|it| &text[it.byte_range()]);
            for prefix in words.filter_map(accessor) {
                found.extend(name(definition).map(|name| format!("{prefix}{name}")));
            }
        }
        _ => {}
    }
    deep(|| named(cst).for_each(|child| specials_of(child, text, found)));
}
