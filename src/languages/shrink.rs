//! Operators of which a slice has one operand: `a and b` without `a` is `b`, in any language.

use std::cmp::Reverse;

use crate::ast::{Cst, SourceFile, concrete};
use crate::language::Language;
use crate::stack::deep;

/// The files of a slice in which each operator whose other operand is a placeholder is the operand that is left. Lines keep their
/// numbers. `operands` are those of an operator with a short circuit.
pub(super) fn shrink(
    language: Language,
    slice: Vec<SourceFile>,
    placeholder: &str,
    operands: impl Fn(Cst<'_>) -> Option<[(usize, usize); 2]>,
) -> Vec<SourceFile> {
    let shrunk = |file: SourceFile| {
        let concrete = concrete(language, &file.text);
        let mut cuts = Vec::new();
        cuts_of(concrete.root(), &file.text, placeholder, &operands, &mut cuts);
        let mut text = String::new();
        let mut at = 0;
        cuts.sort_unstable_by_key(|&(start, stop)| (start, Reverse(stop)));
        for (start, stop) in cuts {
            // What is inside of a cut was cut with it.
            if start < at {
                continue;
            }
            text.push_str(&file.text[at..start]);
            text.push_str(&line_ends(&file.text[start..stop]));
            at = stop;
        }
        text.push_str(&file.text[at..]);
        SourceFile::new(file.path, text)
    };
    slice.into_iter().map(shrunk).collect()
}

/// The line ends of a text, those that a backslash joins with it.
fn line_ends(text: &str) -> String {
    let mut found = String::new();
    for (idx, _) in text.match_indices('\n') {
        found.push_str(if text[..idx].ends_with('\\') { "\\\n" } else { "\n" });
    }
    found
}

/// Finds what goes; whether all of a construct is a placeholder.
fn cuts_of(
    cst: Cst<'_>,
    text: &str,
    placeholder: &str,
    operands: &impl Fn(Cst<'_>) -> Option<[(usize, usize); 2]>,
    cuts: &mut Vec<(usize, usize)>,
) -> bool {
    let (start, stop) = (cst.start_byte(), cst.end_byte());
    let is_placeholder = |text: &str| text.trim_matches(['(', ')', ' ']) == placeholder;
    let mut gone = Vec::new();
    for child in cst.children() {
        if deep(|| cuts_of(child, text, placeholder, operands, cuts)) {
            gone.push(child.start_byte());
        }
    }
    let Some([left, right]) = operands(cst) else {
        let mut inner = cst.children().filter(|child| child.is_named());
        let only = inner.next().filter(|_| inner.next().is_none());
        let is_wrapped = only.is_some_and(|only| gone == [only.start_byte()]);
        return is_placeholder(&text[start..stop]) || is_wrapped && text[start..stop].starts_with('(');
    };
    match [gone.contains(&left.0), gone.contains(&right.0)] {
        [true, true] => return true,
        [true, false] => cuts.push((start, right.0)),
        [false, true] => cuts.push((left.1, stop)),
        [false, false] => {}
    }
    false
}
