//! Text with other text written in, and what every C program gets that is run here.

use std::ops::Range;

use crate::ast::{Cst, concrete};
use crate::language::Language;
use crate::stack::deep;

/// Where a piece is written; at one place what ends comes first, then what is inserted, then what begins; of those
/// that end the innermost, of those that begin the outermost.
type Order = (usize, u8, usize, usize);

/// Insertions into a text: around stretches, nested as the stretches are, and at places.
#[derive(Debug, Default)]
pub(super) struct Edits {
    wraps: Vec<(Range<usize>, String, String)>,
    inserts: Vec<(usize, String)>,
}

impl Edits {
    /// Writes around a stretch; of equal stretches the first is outermost.
    pub(super) fn wrap(&mut self, range: Range<usize>, before: impl Into<String>, after: impl Into<String>) {
        self.wraps.push((range, before.into(), after.into()));
    }

    /// Writes at a place: after stretches that end and before those that begin there.
    pub(super) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.inserts.push((at, text.into()));
    }

    /// The text with everything written in.
    pub(super) fn apply(&self, text: &str) -> String {
        let mut pieces: Vec<(Order, &str)> = Vec::new();
        let n_wraps = self.wraps.len();
        for (idx, (range, before, after)) in self.wraps.iter().enumerate() {
            pieces.push(((range.end, 0, text.len() - range.start, n_wraps - idx), after));
            pieces.push(((range.start, 2, text.len() - range.end, idx), before));
        }
        for (idx, (at, insert)) in self.inserts.iter().enumerate() {
            pieces.push(((*at, 1, idx, 0), insert));
        }
        pieces.sort();
        let mut edited = String::with_capacity(text.len() * 4);
        let mut at = 0;
        for ((place, ..), piece) in pieces {
            edited.push_str(&text[at..place]);
            edited.push_str(piece);
            at = place;
        }
        edited.push_str(&text[at..]);
        edited
    }
}

/// A function definition as far as oracles care.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: String,
    /// Its type without storage class and name; `None` when it is no type in front of a name.
    pub(super) return_type: Option<String>,
    /// The type of each parameter, as long as C converts arguments to it.
    pub(super) params: Vec<Option<String>>,
    /// Everything.
    pub(super) range: Range<usize>,
}

/// The children that are no comments or punctuation.
pub(super) fn named(cst: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    cst.children().filter(|child| child.is_named() && !child.is_extra())
}

/// What can go wrong without the compiler's word gets defined: loops and calls take fuel, and a function that
/// ends without a value has the value of what nothing initialised. `observed` is a parameter and its function.
pub(super) fn instrument(text: &str, observed: Option<(&str, &str)>, edits: &mut Edits) -> Vec<Function> {
    let concrete = concrete(Language::C, text);
    let mut functions = Vec::new();
    for cst in named(concrete.root()) {
        if cst.kind() == "function_definition" {
            let function = function(cst, text);
            body(cst, &function, observed, edits);
            functions.push(function);
        }
        loops(cst, edits);
    }
    functions
}

fn loops(cst: Cst<'_>, edits: &mut Edits) {
    deep(|| loops_here(cst, edits))
}

fn loops_here(cst: Cst<'_>, edits: &mut Edits) {
    if matches!(cst.kind(), "while_statement" | "do_statement" | "for_statement")
        && let Some(body) = cst.child_by_field_name("body")
    {
        edits.wrap(body.byte_range(), "{bs__tick();", "}");
    }
    named(cst).for_each(|child| loops(child, edits));
}

fn body(cst: Cst<'_>, function: &Function, observed: Option<(&str, &str)>, edits: &mut Edits) {
    let Some(body) = cst.child_by_field_name("body") else { return };
    edits.insert(body.start_byte() + 1, "bs__tick();");
    if let Some((_, param)) = observed.filter(|(name, _)| *name == function.name) {
        edits.insert(body.start_byte() + 1, format!("BS__SEE({param});"));
    }
    let end = match (function.name.as_str(), function.return_type.as_deref()) {
        ("main", _) => "return 0;".to_owned(),
        (_, Some("void") | None) => return,
        (_, Some(kind)) => format!("return BS__NONE({kind});"),
    };
    edits.insert(body.end_byte() - 1, end);
}

/// Words in front of a function that say nothing of its type.
const STORAGE: [&str; 5] = ["static", "extern", "inline", "__inline", "_Noreturn"];

fn function(cst: Cst<'_>, text: &str) -> Function {
    let mut declarator = cst.child_by_field_name("declarator");
    let mut is_plain = true;
    while let Some(found) = declarator.filter(|found| found.kind() != "function_declarator") {
        is_plain &= found.kind() == "pointer_declarator";
        declarator = found.child_by_field_name("declarator");
    }
    let name = declarator.and_then(|found| found.child_by_field_name("declarator"));
    is_plain &= name.is_some_and(|name| name.kind() == "identifier");
    let return_type = name.filter(|_| is_plain).map(|name| {
        let words = text[cst.start_byte()..name.start_byte()].split_whitespace();
        words.filter(|word| !STORAGE.contains(word)).collect::<Vec<_>>().join(" ")
    });
    let params = declarator.and_then(|found| found.child_by_field_name("parameters"));
    Function {
        name: name.map_or(String::new(), |name| text[name.byte_range()].to_owned()),
        return_type,
        params: params.into_iter().flat_map(named).map(|param| param_type(param, text)).collect(),
        range: cst.byte_range(),
    }
}

/// The declaration of a parameter without its name.
fn param_type(param: Cst<'_>, text: &str) -> Option<String> {
    let range = param.byte_range();
    let mut name = param.child_by_field_name("declarator");
    while let Some(found) = name.filter(|found| found.kind() == "pointer_declarator") {
        name = found.child_by_field_name("declarator");
    }
    match name {
        Some(name) if name.kind() == "identifier" => {
            Some(format!("{}{}", &text[range.start..name.start_byte()], &text[name.end_byte()..range.end]))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_nest() {
        let mut edits = Edits::default();
        edits.wrap(0..3, "<", ">");
        edits.wrap(0..3, "(", ")");
        edits.wrap(0..1, "[", "]");
        edits.wrap(1..3, "{", "}");
        edits.insert(1, "!");
        assert_eq!(edits.apply("abcd"), "<([a]!{bc})>d");
    }

    #[test]
    fn loops_and_calls_take_fuel_and_functions_have_values() {
        let text = "static char *f(int *a, int b[]) { while (*a) a++; }\nvoid g(void) { }\nint main() { }";
        let mut edits = Edits::default();
        let functions = instrument(text, Some(("g", "x")), &mut edits);
        assert_eq!(
            edits.apply(text),
            "static char *f(int *a, int b[]) {bs__tick(); while (*a) {bs__tick();a++;} return BS__NONE(char \
             *);}\nvoid g(void) {bs__tick();BS__SEE(x); }\nint main() {bs__tick(); return 0;}"
        );
        assert_eq!(functions[0].params, [Some("int *".to_owned()), None]);
    }
}
