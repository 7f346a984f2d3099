//! What all parts of lowering share: the edges and whatever else was found so far.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::ast::{NodeId, Tree};
use crate::languages::erlang::Module;
use crate::languages::erlang::scope::Names;
use crate::languages::erlang::syntax::Syntax;

use super::builtins::{self, Effect};
use super::graph::{Aux, Edge, Label, Need, When};

/// A clause of a function, fun, `case`, `if`, `try` or `receive`.
#[derive(Clone, Debug)]
pub(super) struct LoweredClause {
    pub(super) node: NodeId,
    pub(super) patterns: Vec<NodeId>,
    pub(super) body: Vec<NodeId>,
    /// Aux node: patterns and guard accept as in the program.
    pub(super) test: NodeId,
    /// Accepts whatever comes.
    pub(super) always: bool,
    /// Its guard is constant and not true.
    pub(super) never: bool,
}

/// A function or an anonymous fun.
#[derive(Clone, Debug)]
pub(super) struct Callable {
    pub(super) node: NodeId,
    pub(super) clauses: Vec<LoweredClause>,
    /// First of the aux nodes of its arguments.
    pub(super) first_formal: NodeId,
    pub(super) arity: usize,
    /// Aux node of what it returns.
    pub(super) result: NodeId,
    /// Aux node [`Aux::Entry`].
    pub(super) entry: NodeId,
    /// Aux node [`Aux::Frozen`].
    pub(super) frozen: NodeId,
    /// May be called by what is not in the program.
    pub(super) is_open: bool,
}

/// A call, and everything else that works like one.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) node: NodeId,
    pub(super) callee: NodeId,
    pub(super) arguments: Vec<NodeId>,
}

/// Clauses that are tried in order, with the node they belong to.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) owner: NodeId,
    /// Those that can be reached.
    pub(super) clauses: Vec<NodeId>,
}

/// A construct that the slicer does not model and keeps whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The construct; `None` for the whole program.
    pub node: Option<NodeId>,
    /// What is not modelled, and what is done instead.
    pub text: String,
}

/// State of the walk.
pub(super) struct Lower<'t> {
    pub(super) tree: &'t Tree,
    pub(super) syntax: Syntax<'t>,
    /// By file.
    pub(super) modules: Vec<Module>,
    pub(super) edges: Vec<(NodeId, Edge)>,
    pub(super) aux: Vec<Aux>,
    pub(super) callables: Vec<Callable>,
    /// Callable by its node.
    pub(super) callable_of: BTreeMap<NodeId, usize>,
    /// The innermost callable around each node, itself included; filled once all are known.
    pub(super) owners: Vec<Option<usize>>,
    pub(super) calls: Vec<Call>,
    pub(super) chains: Vec<Chain>,
    /// Functions that are called once in a run, or not at all.
    pub(super) once: BTreeSet<NodeId>,
    /// Clauses that are never reached.
    pub(super) dead: BTreeSet<NodeId>,
    /// Ways of funs that no edge takes: `(to, from)`.
    pub(super) flows: Vec<(NodeId, NodeId)>,
    /// `try` and `catch`, in which failures are behaviour.
    pub(super) frozen: Vec<NodeId>,
    pub(super) world: NodeId,
    /// Output of the program may go to a device of its own.
    pub(super) redirects: bool,
    pub(super) notes: Vec<Note>,
    /// Modules outside of the program whose functions depend on their arguments alone, as who asks knows.
    pub(super) pure: BTreeSet<String>,
    /// Occurrences that bind each variable.
    pub(super) scope: Names<'t, Vec<NodeId>>,
    /// Whether patterns are those of a head that shadows: of a fun or generator.
    pub(super) shadowing: bool,
    keys: HashMap<String, u32>,
}

impl<'t> Lower<'t> {
    pub(super) fn new(tree: &'t Tree, pure: &BTreeSet<String>) -> Lower<'t> {
        let mut lower = Lower {
            tree,
            syntax: Syntax::new(tree),
            modules: tree.files().map(|file| Module::read(&file.text)).collect(),
            edges: Vec::new(),
            aux: Vec::new(),
            callables: Vec::new(),
            callable_of: BTreeMap::new(),
            owners: Vec::new(),
            calls: Vec::new(),
            chains: Vec::new(),
            once: BTreeSet::new(),
            dead: BTreeSet::new(),
            flows: Vec::new(),
            frozen: Vec::new(),
            world: 0,
            redirects: tree.files().any(|file| file.text.contains("group_leader(")),
            notes: Vec::new(),
            pure: pure.clone(),
            scope: Names::default(),
            shadowing: false,
            keys: HashMap::new(),
        };
        lower.world = lower.aux(Aux::World);
        lower
    }

    /// Number of a key of a map.
    pub(super) fn key(&mut self, key: String) -> u32 {
        let next = self.keys.len() as u32;
        *self.keys.entry(key).or_insert(next)
    }

    pub(super) fn n_nodes(&self) -> usize {
        self.tree.len() + self.aux.len()
    }

    pub(super) fn aux(&mut self, aux: Aux) -> NodeId {
        self.aux.push(aux);
        (self.tree.len() + self.aux.len() - 1) as NodeId
    }

    pub(super) fn children(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.children(node).collect()
    }

    pub(super) fn edge(&mut self, from: NodeId, to: NodeId, label: Label) {
        self.edges.push((from, Edge { to, label, call: None }));
    }

    pub(super) fn star(&mut self, from: NodeId, when: When, to: NodeId, need: Need) {
        self.edge(from, to, Label::Star(when, need));
    }

    /// Effect of a function of another module; without a name that of any of its functions.
    pub(super) fn effect(&self, module: &str, name: &str) -> Effect {
        match self.pure.contains(module) {
            true => Effect::Pure,
            false => builtins::effect(module, name),
        }
    }

    pub(super) fn note(&mut self, node: NodeId, text: impl Into<String>) {
        self.notes.push(Note { node: Some(node), text: text.into() });
    }
}
