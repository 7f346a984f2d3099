//! What the steps of an R program read, write and decide.
//!
//! Values are copied when they are changed. So a variable of which parts are replaced has an object of its own: it copies what it
//! gets, and gives copies away, while a replacement writes into its object. Environments are no records and are shared.
//!
//! An argument is evaluated where its call is, or, where its time matters, where its parameter is read (`promises`).

mod apply;
mod assign;
mod calls;
mod conditions;
mod control;
mod dispatch;
mod expressions;
mod forms;
mod functions;
mod library;
mod names;
mod output;
mod promises;
mod special;

use std::collections::BTreeMap;

use crate::ast::{Cst, NodeId, Tree, concrete};
use crate::deletions::NodePlaces;
use crate::flow::{Act, FlowBuilder, FlowLowering, FlowProgram, LabelId, Made, VarId};

use super::syntax::is_made_of;
use forms::within;
use names::RNames;
use promises::Promises;

/// The flow of a program of one file.
pub(super) fn lower(program: &Tree) -> Option<FlowProgram> {
    if program.files().len() != 1 {
        return None;
    }
    let text = &program.file(0).text;
    let concrete = concrete(program.language(), text);
    let root = concrete.root();
    let nodes = NodePlaces::new(program, 0);
    let mut flow = FlowBuilder::new();
    flow.evaluate_by_need();
    flow.check_results();
    let unbounded = RFlow::unbounded(root, text);
    if !unbounded.is_empty() {
        let places = unbounded.into_iter().filter_map(|(range, name)| {
            Some((nodes.find(&range, |_| true)?, format!("`{name}` may reach everything")))
        });
        return Some(FlowBuilder::kept_whole(program, places.collect()));
    }
    let node_of = |cst: Cst<'_>| nodes.find(&cst.byte_range(), |node| is_made_of(program, node, cst));
    let names = RNames::new(&mut flow, root, text, &node_of);
    let environments = flow.temp();
    let kind =
        Made::Class { bases: Vec::new(), methods: Vec::new(), constructor: String::new(), shows: Vec::new() };
    flow.step(None, Act::Make { to: environments, kind, holds: Vec::new() });
    let mut lowering = RFlow {
        program,
        text,
        nodes,
        flow,
        names,
        scope: 0,
        loops: Vec::new(),
        environments,
        is_shared: false,
        exits: BTreeMap::new(),
        parameters: Vec::new(),
        late: BTreeMap::new(),
        promises: Promises::default(),
    };
    lowering.is_shared = lowering.has_shared_parts(root);
    lowering.find_promises(root);
    for statement in super::syntax::named(root) {
        let value = lowering.value(statement);
        lowering.shown(statement, value);
    }
    Some(lowering.flow.finish())
}

struct RFlow<'t> {
    program: &'t Tree,
    text: &'t str,
    nodes: NodePlaces<'t>,
    flow: FlowBuilder,
    names: RNames,
    /// The scope that is being lowered.
    scope: usize,
    loops: Vec<LabelId>,
    /// The class of environments.
    environments: VarId,
    /// Parts of what environments hold are replaced, so that what is read there is copied.
    is_shared: bool,
    /// By the place of `on.exit`, the variable that says that it was reached.
    exits: BTreeMap<usize, VarId>,
    /// Those of the function that is being lowered, in their order.
    parameters: Vec<VarId>,
    /// Parameters with defaults that are evaluated where they are read, with their scopes.
    late: BTreeMap<VarId, (usize, Cst<'t>)>,
    promises: Promises,
}

impl FlowLowering for RFlow<'_> {
    fn builder(&mut self) -> &mut FlowBuilder {
        &mut self.flow
    }
}

impl<'t> RFlow<'t> {
    fn word(&self, cst: Cst<'_>) -> &'t str {
        &self.text[cst.byte_range()]
    }

    fn node_of(&self, cst: Cst<'_>) -> Option<NodeId> {
        self.nodes.find(&cst.byte_range(), |node| is_made_of(self.program, node, cst))
    }

    /// A value of its own, which nothing else changes.
    fn copied(&mut self, at: Option<NodeId>, value: VarId) -> VarId {
        self.flow.library(at, &[value], library::copied())
    }

    /// Without these values a step that goes with a node fails.
    fn requires(&mut self, at: Option<NodeId>, values: &[VarId]) {
        self.flow.library(at, values, library::shallow());
    }

    /// Keeps a construct whole, with all names in it.
    fn not_understood(&mut self, cst: Cst<'_>, what: &str) -> VarId {
        let mut touched = Vec::new();
        within(cst, &mut |inner| {
            if let Some(name) = forms::name_of(inner, self.text) {
                let found = self.names.read(self.scope, name, inner.start_byte());
                touched.extend(found.iter().map(|variable| variable.var));
            }
        });
        self.keep(cst, touched, what)
    }

    /// Keeps a construct that may name whatever there is.
    fn reaches_all(&mut self, cst: Cst<'_>, what: &str) -> VarId {
        let touched = self.names.all();
        self.keep(cst, touched, what)
    }

    fn keep(&mut self, cst: Cst<'_>, mut touched: Vec<VarId>, what: &str) -> VarId {
        touched.sort_unstable();
        touched.dedup();
        let Some(at) = self.node_of(cst).or_else(|| self.nodes.around(&cst.byte_range())) else {
            return self.literal(None);
        };
        self.flow.opaque(at, &touched, format!("{what} is not modelled, and kept whole"))
    }

    /// A value that is one of several.
    fn any_of(&mut self, at: Option<NodeId>, test: VarId, values: &[VarId]) -> VarId {
        match *values {
            [] => self.literal(at),
            [only] => only,
            [first, ref rest @ ..] => self.either(None, test, |_| first, |it| it.any_of(at, test, rest)),
        }
    }
}
