//! What the steps of a Python program read, write and decide.
//!
//! A comprehension and a generator are lowered as lists that are made when they are met; the body of a generator is lazy.
//! Whoever drives a generator runs its body again. What decorators of libraries do is not understood; what reaches names or runs at
//! other times keeps the program whole.

mod calls;
mod expressions;
mod library;
mod names;
mod patterns;
mod statements;
mod unbounded;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::ast::{Cst, NodeId, Tree, concrete};
use crate::deletions::NodePlaces;
use crate::flow::{FlowBuilder, FlowLowering, FlowProgram, LabelId, VarId};

use super::syntax::{is_made_of, named};
use names::NameTables;

/// The flow of a program of one file.
pub(super) fn lower(program: &Tree) -> Option<FlowProgram> {
    if program.files().len() != 1 {
        return None;
    }
    let text = &program.file(0).text;
    let concrete = concrete(program.language(), text);
    let nodes = NodePlaces::new(program, 0);
    let found = unbounded::unbounded(concrete.root(), text);
    if !found.is_empty() {
        let places = found.into_iter().filter_map(|(range, why)| Some((nodes.around(&range)?, why)));
        return Some(FlowBuilder::kept_whole(program, places.collect()));
    }
    let mut specials = BTreeSet::new();
    specials_of(concrete.root(), text, &mut specials);
    let mut lowering = PythonFlow {
        program,
        text,
        nodes,
        flow: FlowBuilder::new(),
        tables: NameTables::default(),
        loops: Vec::new(),
        class: None,
        specials,
        swallows: swallows(concrete.root(), text) || text.contains("contextmanager"),
        names_given: names_given(concrete.root(), text),
        has_foreign_bases: has_foreign_bases(concrete.root(), text),
        steps: false,
    };
    lowering.flow.call_objects_by("__call__");
    lowering.flow.check_results();
    lowering.tables.enter(&mut lowering.flow, (text, Some(concrete.root()), false), &[]);
    lowering.body(concrete.root());
    Some(lowering.flow.finish())
}

/// A loop that is being lowered.
#[derive(Clone, Copy)]
struct LoopLabel(LabelId);

/// A class whose body is being lowered, and the object of the method that is.
#[derive(Clone, Copy)]
struct ClassAround {
    class: VarId,
    receiver: Option<VarId>,
    /// What its body assigns are objects of it.
    is_enumeration: bool,
}

struct PythonFlow<'t> {
    program: &'t Tree,
    text: &'t str,
    nodes: NodePlaces<'t>,
    flow: FlowBuilder,
    tables: NameTables,
    loops: Vec<LoopLabel>,
    class: Option<ClassAround>,
    /// Methods that are called where nothing is written as a call: for subscripts and loops, and properties.
    specials: BTreeSet<String>,
    /// A manager of the program may take a failure away.
    swallows: bool,
    /// Names of parameters that a dictionary with `**`, or code outside of the program, may give.
    names_given: BTreeSet<String>,
    /// A class of the program has a base that may have more than what every object has.
    has_foreign_bases: bool,
    /// The method that is being lowered gives one element after the other.
    steps: bool,
}

impl FlowLowering for PythonFlow<'_> {
    fn builder(&mut self) -> &mut FlowBuilder {
        &mut self.flow
    }
}

impl<'t> PythonFlow<'t> {
    fn word(&self, cst: Cst<'_>) -> &'t str {
        &self.text[cst.byte_range()]
    }

    fn node_at(&self, range: Range<usize>, is_it: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        self.nodes.find(&range, is_it)
    }

    fn node_of(&self, cst: Cst<'_>) -> Option<NodeId> {
        self.node_at(cst.byte_range(), |node| is_made_of(self.program, node, cst))
    }
}

/// What stands before the name of a method that is called where an attribute is read (nothing), set or deleted, by its decorator.
fn accessor(decorator: &str) -> Option<&'static str> {
    let word = decorator.trim_start_matches('@').trim();
    match word.rsplit('.').next() {
        Some("setter") => Some(SETTER),
        Some("deleter") => Some(DELETER),
        _ => word.contains("property").then_some(""),
    }
}

/// Stand before the names of methods that are called where an attribute is set or deleted.
const SETTER: &str = "set ";
const DELETER: &str = "del ";

/// Whether an `__exit__` of the program may give something that is true.
fn swallows(cst: Cst<'_>, text: &str) -> bool {
    use super::syntax::PythonStatement;
    let is_function = matches!(PythonStatement::of(cst), Some(PythonStatement::Function { .. }));
    let is_exit = is_function
        && cst.child_by_field_name("name").is_some_and(|name| &text[name.byte_range()] == "__exit__");
    match is_exit {
        true => gives_truth(cst, text),
        false => crate::stack::deep(|| named(cst).any(|child| swallows(child, text))),
    }
}

fn gives_truth(cst: Cst<'_>, text: &str) -> bool {
    let word = text[cst.byte_range()].trim();
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with([' ', '(']);
    let is_return = word.strip_prefix("return").is_some_and(is_end);
    match is_return {
        true => !["", "False", "None"].contains(&word["return".len()..].trim()),
        false => crate::stack::deep(|| named(cst).any(|child| gives_truth(child, text))),
    }
}

/// Names of arguments, if any of them may come to a function of the program in a dictionary, or from code outside of it.
fn names_given(root: Cst<'_>, text: &str) -> BTreeSet<String> {
    fn find(cst: Cst<'_>, text: &str, (names, is_spread): (&mut BTreeSet<String>, &mut bool)) {
        use super::syntax::{PythonExpression, is_keyword, is_text, stars};
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
        crate::stack::deep(|| named(cst).for_each(|child| find(child, text, (names, is_spread))));
    }
    let (mut names, mut is_spread) = (BTreeSet::new(), text.contains("partial"));
    find(root, text, (&mut names, &mut is_spread));
    if is_spread { names } else { BTreeSet::new() }
}

/// Whether a class has a base that is neither the program's nor without methods of its own that are called on its objects.
fn has_foreign_bases(root: Cst<'_>, text: &str) -> bool {
    use super::syntax::{PythonExpression, PythonStatement, is_keyword};
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
    match super::syntax::PythonStatement::of(cst) {
        Some(super::syntax::PythonStatement::Function { .. }) => {
            let is_special = |name: &String| {
                let ends = ["item__", "attr__"].iter().any(|end| name.ends_with(end));
                ends || ["__get__", "__set__", "__missing__", "__init_subclass__", "__iter__", "__hash__"]
                    .contains(&name.as_str())
            };
            found.extend(name(cst).filter(is_special));
        }
        Some(super::syntax::PythonStatement::Decorated { definition: Some(definition) }) => {
            let words = super::syntax::decorators(cst).map(|it| &text[it.byte_range()]);
            for prefix in words.filter_map(accessor) {
                found.extend(name(definition).map(|name| format!("{prefix}{name}")));
            }
        }
        _ => {}
    }
    crate::stack::deep(|| named(cst).for_each(|child| specials_of(child, text, found)));
}
