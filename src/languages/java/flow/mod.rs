//! What the steps of a Java program read, write and decide.
//!
//! Types are found first, then all methods are announced. Methods are told apart by name and number of parameters.
//! Static fields are variables; an object has its fields as members, and what Java's own classes hold as elements. Functional
//! interfaces are functions, which answer to any method. What javac wants beside what dependences need (declarations of
//! what is used, types, methods that are overridden, values at the ends of methods) is said by [`JavaFlow::requires`].

mod calls;
mod classes;
mod collect;
mod creation;
mod elements;
mod expressions;
mod failures;
mod functions;
mod hooks;
mod library;
mod loops;
mod names;
mod overloads;
mod patterns;
mod required;
mod start;
mod statements;
mod switches;
mod typed;
mod types;
mod unbounded;

use std::collections::BTreeSet;

use crate::ast::{Cst, NodeId, Tree, concrete};
use crate::deletions::NodePlaces;
use crate::flow::{Act, Flow, FlowArgument, FlowBuilder, FlowKey, FlowLowering, FlowProgram, LabelId, VarId};

use super::syntax::{is_made_of, named};
use names::{JavaMeaning, JavaScope};
use types::JavaTypes;

/// The flow of a program of one file.
pub(super) fn lower(program: &Tree) -> Option<FlowProgram> {
    if program.files().len() != 1 {
        return None;
    }
    let text = &program.file(0).text;
    let concrete = concrete(program.language(), text);
    let nodes = NodePlaces::new(program, 0);
    let unbounded = unbounded::unbounded(concrete.root(), text);
    if !unbounded.is_empty() {
        let places = unbounded.into_iter().filter_map(|(range, why)| Some((nodes.around(&range)?, why)));
        return Some(FlowBuilder::kept_whole(program, places.collect()));
    }
    let mut lowering = JavaFlow {
        program,
        text,
        nodes,
        flow: FlowBuilder::new(),
        types: JavaTypes::default(),
        scopes: Vec::new(),
        jumps: Vec::new(),
        label: None,
        yields: Vec::new(),
        required: BTreeSet::new(),
        is_deferred: false,
        has_functions: false,
        has_hooks: false,
        has_threads: ["Thread", "Executor", "Future", "Timer"].iter().any(|word| text.contains(word)),
        has_writers: ["Writer", "OutputStream", "PrintStream"].iter().any(|word| text.contains(word)),
        is_ordered: ["TreeMap", "TreeSet", "PriorityQueue", "SkipList", "Blocking"]
            .iter()
            .any(|word| text.contains(word)),
    };
    lowering.collect(concrete.root());
    lowering.start(concrete.root());
    Some(lowering.flow.finish())
}

/// Where a jump may go.
#[derive(Clone)]
struct JavaJump {
    label: LabelId,
    /// As it is written.
    name: Option<String>,
    is_loop: bool,
    /// Whether `break` without a name means it.
    is_plain: bool,
}

struct JavaFlow<'c> {
    program: &'c Tree,
    text: &'c str,
    nodes: NodePlaces<'c>,
    flow: FlowBuilder,
    types: JavaTypes<'c>,
    /// Outermost first.
    scopes: Vec<JavaScope>,
    jumps: Vec<JavaJump>,
    /// The name that stands before the statement that is being lowered.
    label: Option<String>,
    /// Where the values of the switches go that are being lowered.
    yields: Vec<(VarId, LabelId)>,
    /// Where the first stays, the second does.
    required: BTreeSet<(NodeId, NodeId)>,
    /// The function that is being lowered runs when a stream is asked for elements.
    is_deferred: bool,
    /// The program has functions without a name.
    has_functions: bool,
    /// Java's own code calls methods of the program's objects without being told to.
    has_hooks: bool,
    /// The program starts what runs beside it.
    has_threads: bool,
    /// The program writes to what is its own.
    has_writers: bool,
    /// The program has collections that are given comparators.
    is_ordered: bool,
}

/// What is lowered when its place has come.
type LoweredLater<'f, 'c> = Box<dyn FnOnce(&mut JavaFlow<'c>) -> VarId + 'f>;

/// An argument by its place.
fn argument(var: VarId) -> FlowArgument {
    FlowArgument { var, name: None, is_spread: false }
}

impl FlowLowering for JavaFlow<'_> {
    fn builder(&mut self) -> &mut FlowBuilder {
        &mut self.flow
    }
}

impl<'c> JavaFlow<'c> {
    fn word(&self, cst: Cst<'_>) -> &'c str {
        &self.text[cst.byte_range()]
    }

    fn node_of(&self, cst: Cst<'_>) -> Option<NodeId> {
        self.nodes.find(&cst.byte_range(), |node| is_made_of(self.program, node, cst))
    }

    /// Where a node stays, another must, for javac to take what is left.
    fn requires(&mut self, at: Option<NodeId>, needed: Option<NodeId>) {
        if let (Some(at), Some(needed)) = (at, needed)
            && at != needed
        {
            self.required.insert((at, needed));
        }
    }

    /// A plain value of others, which cannot fail.
    fn computed(&mut self, at: Option<NodeId>, from: Vec<VarId>) -> VarId {
        let to = self.flow.temp();
        self.flow.step(at, Act::Compute { to, from });
        to
    }

    /// A part of an object that is there.
    fn load_certain(&mut self, at: Option<NodeId>, base: VarId, key: FlowKey) -> VarId {
        let to = self.flow.temp();
        self.flow.step(at, Act::Load { to, base, key, index: None });
        to
    }

    /// What one does or what another does, nobody knows which.
    fn one_of(&mut self, mut all: Vec<LoweredLater<'_, 'c>>) -> Option<VarId> {
        let last = all.pop()?;
        if all.is_empty() {
            return Some(last(self));
        }
        let test = self.literal(None);
        let to = self.flow.temp();
        let then = self.block(|it| {
            let from = last(it);
            it.copy(None, to, from);
        });
        let other = self.block(|it| {
            if let Some(from) = it.one_of(all) {
                it.copy(None, to, from);
            }
        });
        self.flow.push(Flow::If { at: None, test, then, other });
        Some(to)
    }

    /// Keeps a construct whole, with all names in it.
    fn not_understood(&mut self, cst: Cst<'_>, what: &str) -> VarId {
        let mut touched = Vec::new();
        self.touched(cst, &mut touched);
        let Some(at) = self.node_of(cst).or_else(|| self.nodes.around(&cst.byte_range())) else {
            return self.literal(None);
        };
        self.flow.opaque(at, &touched, format!("{what} is not modelled, and kept whole"))
    }

    /// The variables that are named in a construct.
    fn touched(&mut self, cst: Cst<'_>, found: &mut Vec<VarId>) {
        if cst.kind() == "identifier"
            && let JavaMeaning::Local(local) = self.meaning(self.word(cst))
            && !found.contains(&local.var)
        {
            found.push(local.var);
        }
        crate::stack::deep(|| named(cst).for_each(|child| self.touched(child, found)));
    }
}
