//! What every C program gets that is run here.

use std::ops::Range;

use super::criterion::ObservedParam;
use crate::ast::{Cst, concrete};
use crate::deletions::Edits;
use crate::language::Language;
use crate::languages::c::syntax::{
    self, Declaration, Declarator, Statement, is_abstract_pointer, named, top_level,
};
use crate::stack::deep;

/// A function definition as far as oracles care.
#[derive(Clone, Debug)]
pub(super) struct FunctionHead {
    pub(super) name: String,
    /// Its type without storage class and name; `None` when it is no type in front of a name.
    pub(super) return_type: Option<String>,
    /// The type of each parameter, as long as C converts arguments to it.
    pub(super) params: Vec<Option<String>>,
    /// Everything; empty for a function that is defined elsewhere.
    pub(super) range: Range<usize>,
    /// Behind the brace that opens its body.
    pub(super) body_start: usize,
}

/// What can go wrong without the compiler's word gets defined: loops and calls take fuel, and a function that
/// ends without a value has the value of what nothing initialised. `observed` are parameters and their functions.
pub(super) fn instrument(text: &str, observed: &[ObservedParam], edits: &mut Edits) -> Vec<FunctionHead> {
    let concrete = concrete(Language::C, text);
    let mut functions = Vec::new();
    for cst in top_level(concrete.root(), text) {
        if let Some(definition) = syntax::FunctionDefinition::of(cst) {
            let function = function(cst, &definition, text);
            if let Some(range) = definition.body.map(|body| body.byte_range()) {
                body(range, &function, observed, edits);
            }
            functions.push(function);
        }
        loops(cst, edits);
    }
    functions
}

fn loops(cst: Cst<'_>, edits: &mut Edits) {
    if let Statement::While { body: Some(body), .. } | Statement::For { body: Some(body), .. } =
        Statement::of(cst)
    {
        edits.wrap(body.byte_range(), "{bs__tick();", "}");
    }
    if let Statement::Goto(_) = Statement::of(cst) {
        edits.wrap(cst.byte_range(), "{bs__tick();", "}");
    }
    deep(|| named(cst).for_each(|child| loops(child, edits)));
}

fn body(body: Range<usize>, function: &FunctionHead, observed: &[ObservedParam], edits: &mut Edits) {
    edits.insert(function.body_start, "bs__tick();");
    for it in observed.iter().filter(|it| it.function == function.name) {
        edits.insert(function.body_start, format!("{}({});", it.see, it.param));
    }
    let end = match (function.name.as_str(), function.return_type.as_deref()) {
        ("main", _) => "return 0;".to_owned(),
        (_, Some("void") | None) => return,
        (_, Some(kind)) => format!("return BS__NONE({kind});"),
    };
    edits.insert(body.end - 1, end);
}

/// The functions that a file only declares.
pub(super) fn prototypes(text: &str) -> Vec<FunctionHead> {
    let concrete = concrete(Language::C, text);
    let mut functions = Vec::new();
    for declaration in top_level(concrete.root(), text).filter_map(Declaration::of) {
        for declarator in declaration.declarators() {
            let links = Declarator::chain(Some(declarator)).map(Declarator::of);
            let lists = links.filter_map(|link| match link {
                Declarator::Function { parameters, .. } => parameters,
                _ => None,
            });
            if let (Some(list), Some(name)) = (lists.last(), Declarator::name(declarator)) {
                functions.push(FunctionHead {
                    name: text[name.byte_range()].to_owned(),
                    return_type: None,
                    params: named(list).map(|param| param_type(param, text)).collect(),
                    range: 0..0,
                    body_start: 0,
                });
            }
        }
    }
    functions
}

/// Words in front of a function that say nothing of its type.
const STORAGE: [&str; 5] = ["static", "extern", "inline", "__inline", "_Noreturn"];

fn function(cst: Cst<'_>, definition: &syntax::FunctionDefinition<'_>, text: &str) -> FunctionHead {
    let links: Vec<Declarator<'_>> = Declarator::chain(definition.declarator).map(Declarator::of).collect();
    // What is around the innermost belongs to the type that the function returns.
    let own = links.iter().rposition(|link| matches!(link, Declarator::Function { .. }));
    let around = &links[..own.unwrap_or_default()];
    let is_plain = around.iter().all(|link| matches!(link, Declarator::Pointer(_)));
    let params = match own.map(|own| &links[own]) {
        Some(Declarator::Function { parameters, .. }) => *parameters,
        _ => None,
    };
    let name = definition.declarator.and_then(Declarator::name);
    let return_type =
        name.filter(|_| is_plain && own.is_some_and(|own| own + 2 == links.len())).map(|name| {
            let words = text[cst.start_byte()..name.start_byte()].split_whitespace();
            words.filter(|word| !STORAGE.contains(word)).collect::<Vec<_>>().join(" ")
        });
    FunctionHead {
        name: name.map_or(String::new(), |name| text[name.byte_range()].to_owned()),
        return_type,
        params: params.into_iter().flat_map(named).map(|param| param_type(param, text)).collect(),
        range: cst.byte_range(),
        body_start: definition.body.map_or(cst.end_byte(), |body| body.start_byte() + 1),
    }
}

/// The declaration of a parameter without its name.
fn param_type(param: Cst<'_>, text: &str) -> Option<String> {
    let range = param.byte_range();
    let Some(declarator) = param.child_by_field_name("declarator") else {
        return Some(text[range].to_owned());
    };
    if is_abstract_pointer(declarator) {
        return Some(text[range].to_owned());
    }
    let is_pointer = |link: &Cst<'_>| matches!(Declarator::of(*link), Declarator::Pointer(_));
    let name = Declarator::chain(Some(declarator)).find(|link| !is_pointer(link))?;
    matches!(Declarator::of(name), Declarator::Name)
        .then(|| format!("{}{}", &text[range.start..name.start_byte()], &text[name.end_byte()..range.end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observed(function: &str, param: &str) -> [ObservedParam; 1] {
        let see = super::super::criterion::See::Integer.macro_name();
        [ObservedParam { file_idx: 0, function: function.to_owned(), param: param.to_owned(), see }]
    }

    #[test]
    fn loops_and_calls_take_fuel_and_functions_have_values() {
        let text = "static char *f(int *a, int b[]) { while (*a) a++; }\nvoid g(void) { }\nint main() { }";
        let mut edits = Edits::default();
        let functions = instrument(text, &observed("g", "x"), &mut edits);
        assert_eq!(
            edits.apply(text),
            "static char *f(int *a, int b[]) {bs__tick(); while (*a) {bs__tick();a++;} return BS__NONE(char \
             *);}\nvoid g(void) {bs__tick();BS__SEE_INTEGER(x); }\nint main() {bs__tick(); return 0;}"
        );
        assert_eq!(functions[0].params, [Some("int *".to_owned()), None]);
        let text = "int (*pick(char *how))(int, long) { return 0; }";
        let functions = instrument(text, &observed("pick", "how"), &mut edits);
        assert_eq!((functions[0].name.as_str(), functions[0].return_type.as_ref()), ("pick", None));
        assert_eq!(functions[0].params, [Some("char *".to_owned())]);
    }
}
