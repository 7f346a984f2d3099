//! What the steps of a JavaScript program read, write and decide.
//!
//! Properties are elements by their names, since `a.b` is `a['b']`. Every function takes `this` first. A variable that
//! closures share, is assigned to, and of which there may be several, is an object with one part. Getters and
//! setters are methods `get x` and `set x`. Methods of arrays that call a function for each element are loops.
//! Generators are arrays that are filled by whoever takes from them.

mod calls;
mod classes;
mod expressions;
mod forms;
mod functions;
mod library;
mod loops;
mod names;
mod order;
mod patterns;
mod statements;
mod unbounded;

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Cst, NodeId, Tree, concrete};
use crate::deletions::NodePlaces;
use crate::flow::{Act, FlowArgument, FlowBuilder, FlowLowering, FlowProgram, LabelId, Made, VarId};

use super::scope::ScriptScopes;
use super::syntax::{is_made_of, parts_of};
use library::FREEZING;
use names::ScriptNames;

/// The flow of a program of one file.
pub(super) fn lower(program: &Tree) -> Option<FlowProgram> {
    if program.files().len() != 1 {
        return None;
    }
    let text = &program.file(0).text;
    let concrete = concrete(program.language(), text);
    let nodes = NodePlaces::new(program, 0);
    let scopes = ScriptScopes::new(program);
    let unbounded = unbounded::unbounded(concrete.root(), text, &scopes);
    if !unbounded.is_empty() {
        let places = unbounded.into_iter().filter_map(|(range, why)| {
            Some((nodes.find(&range, |_| true).or_else(|| nodes.around(&range))?, why.to_owned()))
        });
        return Some(FlowBuilder::kept_whole(program, places.collect()));
    }
    let mut flow = FlowBuilder::new();
    flow.pass_receivers();
    flow.check_results();
    let this = flow.temp();
    let mut lowering = ScriptFlow {
        program,
        text,
        nodes,
        flow,
        names: ScriptNames::new(&scopes, concrete.root()),
        jumps: Vec::new(),
        label: None,
        around: ScriptSurroundings { this, class: None, generator: None },
        accessors: BTreeSet::new(),
        classes: BTreeSet::new(),
        defined: BTreeMap::new(),
        built: None,
        written: BTreeMap::new(),
        has_maps: text.contains("Map") || text.contains("entries"),
        has_iterators: text.contains(ITERATOR),
        has_prototypes: text.contains(".prototype"),
        has_generators: false,
        has_frozen: FREEZING.iter().any(|path| text.contains(path)),
        has_instances: text.contains(INSTANCE),
        is_exact: false,
        privates: Vec::new(),
    };
    lowering.declared_in(concrete.root());
    lowering.written_in(concrete.root(), 1);
    lowering.is_exact = lowering.validates();
    lowering.flow.step(None, Act::Make { to: this, kind: Made::Record, holds: Vec::new() });
    lowering.surroundings();
    lowering.hoist_variables(concrete.root(), &[]);
    let statements: Vec<Cst<'_>> = parts_of(concrete.root()).collect();
    lowering.directives(&statements);
    lowering.body(statements);
    Some(lowering.flow.finish())
}

/// The method that gives what goes through an object.
const ITERATOR: &str = "Symbol.iterator";

/// The method that says whether something is one of a class's objects.
const INSTANCE: &str = "Symbol.hasInstance";

/// Where a jump may go.
#[derive(Clone)]
struct JumpTarget {
    label: LabelId,
    /// As it is written.
    name: Option<String>,
    is_loop: bool,
    /// Whether `break` without a name means it.
    is_plain: bool,
}

/// The function that is being lowered.
#[derive(Clone, Copy)]
struct ScriptSurroundings {
    this: VarId,
    /// The class whose member it is.
    class: Option<VarId>,
    /// What it gives its values to, of one that gives them one after the other.
    generator: Option<VarId>,
}

struct ScriptFlow<'t> {
    program: &'t Tree,
    text: &'t str,
    nodes: NodePlaces<'t>,
    flow: FlowBuilder,
    names: ScriptNames,
    jumps: Vec<JumpTarget>,
    /// The name that stands before the statement that is being lowered.
    label: Option<String>,
    around: ScriptSurroundings,
    /// Getters and setters, `get x` and `set x`.
    accessors: BTreeSet<String>,
    /// Names of classes.
    classes: BTreeSet<String>,
    /// By name of a method: whether an object of the program may have it, as far as was asked.
    defined: BTreeMap<String, bool>,
    /// The result of the call of `super` that was lowered last.
    built: Option<VarId>,
    /// By name of a part that is no number: how many writes give it to objects; those that may be done again count twice.
    written: BTreeMap<String, usize>,
    has_maps: bool,
    /// Objects of the program may say themselves what going through them gives.
    has_iterators: bool,
    has_prototypes: bool,
    has_generators: bool,
    /// Objects may refuse what is put into them.
    has_frozen: bool,
    /// Objects of the program may say what is one of them.
    has_instances: bool,
    /// Operators and methods of the language may fail, or do something, for what their operands are.
    is_exact: bool,
    /// By class around, innermost last: its members that only it sees.
    privates: Vec<BTreeMap<String, Vec<NodeId>>>,
}

/// An argument by its place.
fn argument(var: VarId) -> FlowArgument {
    FlowArgument { var, name: None, is_spread: false }
}

impl FlowLowering for ScriptFlow<'_> {
    fn builder(&mut self) -> &mut FlowBuilder {
        &mut self.flow
    }
}

impl<'t> ScriptFlow<'t> {
    fn word(&self, cst: Cst<'_>) -> &'t str {
        &self.text[cst.byte_range()]
    }

    fn node_of(&self, cst: Cst<'_>) -> Option<NodeId> {
        self.nodes.find(&cst.byte_range(), |node| is_made_of(self.program, node, cst))
    }

    fn record(&mut self, at: Option<NodeId>) -> VarId {
        let to = self.flow.temp();
        self.flow.step(at, Act::Make { to, kind: Made::Record, holds: Vec::new() });
        to
    }

    /// Keeps a construct whole, with all names in it.
    fn not_understood(&mut self, cst: Cst<'_>, what: &str) -> VarId {
        let mut touched = Vec::new();
        match what {
            // Its text may name whatever there is.
            "eval" => touched.extend(self.flow.variables()),
            _ => self.touched(cst, &mut touched),
        }
        let Some(at) = self.node_of(cst).or_else(|| self.nodes.around(&cst.byte_range())) else {
            return self.literal(None);
        };
        self.flow.opaque(at, &touched, format!("{what} is not modelled, and kept whole"))
    }

    /// The variables that are named in a construct.
    fn touched(&mut self, cst: Cst<'_>, found: &mut Vec<VarId>) {
        if let Some(variable) = self.variable(cst)
            && !found.contains(&variable.var)
        {
            found.push(variable.var);
        }
        crate::stack::deep(|| parts_of(cst).for_each(|child| self.touched(child, found)));
    }
}

#[cfg(test)]
mod tests;
