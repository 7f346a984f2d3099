//! What the steps of a Python program read, write and decide.
//!
//! A comprehension and a generator are lowered as lists that are made when they are met; the body of a generator is lazy.
//! Whoever drives a generator runs its body again. What decorators of libraries do is not understood; what reaches names or runs at
//! other times keeps the program whole.

mod calls;
mod expressions;
mod facts;
mod generators;
mod library;
mod names;
mod patterns;
mod statements;
mod unbounded;

use std::ops::Range;

use crate::ast::{Cst, NodeId, Tree, concrete};
use crate::deletions::NodePlaces;
use crate::flow::{FlowBuilder, FlowLowering, FlowProgram, LabelId, VarId};

use super::syntax::is_made_of;
use facts::PythonFacts;
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
    let mut lowering = PythonFlow {
        program,
        text,
        nodes,
        flow: FlowBuilder::new(),
        tables: NameTables::default(),
        loops: Vec::new(),
        class: None,
        facts: PythonFacts::of(concrete.root(), text),
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
    facts: PythonFacts,
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
