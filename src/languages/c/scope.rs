//! Which declaration each name of a C program means.

use std::collections::{BTreeMap, BTreeSet};

use super::library;
use super::syntax::{Declaration, Declarator, FunctionDefinition, Naming, constant, named};
use crate::ast::{Cst, Flags, NodeId, Tree, concrete};
use crate::language::Language;
use crate::stack::deep;

/// A name where it is used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) node: NodeId,
    pub(super) declared: NodeId,
    /// Whether the name has another meaning where this declaration is gone.
    pub(super) is_hiding: bool,
}

/// The names of a program of one file, resolved.
pub(super) struct Resolved {
    /// Uses of what the program declares, in source order.
    pub(super) uses: Vec<Use>,
    /// Names that neither the program declares nor the library has, with their places.
    pub(super) unknown: Vec<(usize, String)>,
}

impl Resolved {
    pub(super) fn new(program: &Tree) -> Resolved {
        let mut walk = Resolver::new(program);
        let concrete = concrete(program.language(), walk.text);
        walk.globals(concrete.root());
        named(concrete.root()).for_each(|child| walk.visit(child));
        walk.names
    }
}

pub(super) fn function(program: &Tree, name: &str) -> Option<NodeId> {
    program.roots(0).find(|&root| program.label(root) == name)
}

/// Names of constants that the program itself gives: enumerators, macros.
pub(super) fn constants(text: &str) -> BTreeSet<String> {
    fn collect(cst: Cst<'_>, text: &str, found: &mut BTreeSet<String>) {
        found.extend(constant(cst).map(|name| text[name.byte_range()].to_owned()));
        deep(|| named(cst).for_each(|child| collect(child, text, found)));
    }
    let mut found = BTreeSet::new();
    collect(concrete(Language::C, text).root(), text, &mut found);
    found
}

/// What a name means; `None` where nothing that could go declares it.
type Meaning = Option<NodeId>;

struct Resolver<'t> {
    text: &'t str,
    nodes: BTreeMap<usize, NodeId>,
    functions: BTreeMap<usize, NodeId>,
    constants: BTreeSet<String>,
    scopes: Vec<BTreeMap<String, (Meaning, bool)>>,
    names: Resolved,
}

impl<'t> Resolver<'t> {
    fn new(program: &'t Tree) -> Resolver<'t> {
        let text = program.file(0).text.as_str();
        let variables = program.ids().filter(|&node| program.flags(node).has(Flags::VARIABLE));
        Resolver {
            text,
            nodes: variables.map(|node| (program.span(node).start, node)).collect(),
            functions: program.roots(0).map(|root| (program.span(root).start, root)).collect(),
            constants: constants(text),
            scopes: vec![BTreeMap::new()],
            names: Resolved { uses: Vec::new(), unknown: Vec::new() },
        }
    }

    fn source(&self, cst: Cst<'_>) -> &'t str {
        &self.text[cst.byte_range()]
    }

    fn is_known(&self, name: &str) -> bool {
        self.constants.contains(name) || library::is_known(name)
    }

    /// Functions and prototypes may be used before they come; a definition says more than a prototype.
    fn globals(&mut self, root: Cst<'_>) {
        for declarator in named(root).filter_map(Declaration::of).flat_map(Declaration::declarators) {
            self.declare(declarator, |walk, name| walk.nodes.get(&name.start_byte()).copied());
        }
        for child in named(root) {
            let node = self.functions.get(&child.start_byte()).copied();
            if let Some(declarator) = FunctionDefinition::of(child).and_then(|function| function.declarator) {
                self.declare(declarator, |_, _| node);
            }
        }
    }

    /// Makes the name of a declarator known.
    fn declare(&mut self, declarator: Cst<'_>, meaning: impl Fn(&Resolver<'_>, Cst<'_>) -> Meaning) {
        let Some(name) = Declarator::name(declarator) else { return };
        let text = self.source(name).to_owned();
        let meaning = meaning(self, name);
        let is_outside = self.scopes.iter().rev().skip(1).any(|scope| scope.contains_key(&text));
        let is_hiding = is_outside || self.is_known(&text);
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(text, (meaning, is_hiding));
        }
    }

    fn visit(&mut self, cst: Cst<'_>) {
        match Naming::of(cst) {
            Naming::Name => self.name(cst),
            Naming::Scope => {
                self.scopes.push(BTreeMap::new());
                self.inside(cst);
                self.scopes.pop();
            }
            Naming::Declaration => self.declaration(cst),
            Naming::Type => {}
            Naming::Other => self.inside(cst),
        }
    }

    fn inside(&mut self, cst: Cst<'_>) {
        let Some(function) = FunctionDefinition::of(cst) else {
            return deep(|| named(cst).for_each(|child| self.visit(child)));
        };
        for declarator in Declarator::parameters(function.declarator) {
            self.declare(declarator, |walk, name| walk.nodes.get(&name.start_byte()).copied());
            self.sizes(declarator);
        }
        function.body.into_iter().for_each(|body| self.inside(body));
    }

    /// A declaration, or one declarator of it with what initialises it.
    fn declaration(&mut self, cst: Cst<'_>) {
        if let Some(declaration) = Declaration::of(cst) {
            return declaration.declarators().for_each(|declarator| self.declaration(declarator));
        }
        let (declarator, value) = match Declarator::of(cst) {
            Declarator::Initialised { inner, value } => (inner, value),
            _ => (Some(cst), None),
        };
        // Everything global is declared already, functions as what defines them.
        if let Some(declarator) = declarator.filter(|_| self.scopes.len() > 1) {
            self.declare(declarator, |walk, name| {
                let node = walk.nodes.get(&name.start_byte()).copied();
                let outer = || walk.scopes[0].get(walk.source(name)).and_then(|(meaning, _)| *meaning);
                // A prototype has no node.
                node.or_else(outer)
            });
        }
        declarator.into_iter().for_each(|declarator| self.sizes(declarator));
        value.into_iter().for_each(|value| self.visit(value));
    }

    /// Names in the size of an array.
    fn sizes(&mut self, declarator: Cst<'_>) {
        for link in Declarator::chain(Some(declarator)) {
            if let Declarator::Array { size: Some(size), .. } = Declarator::of(link) {
                self.visit(size);
            }
        }
    }

    fn name(&mut self, cst: Cst<'_>) {
        let text = self.source(cst);
        let found = self.scopes.iter().rev().find_map(|scope| scope.get(text)).copied();
        match (found, self.nodes.get(&cst.start_byte())) {
            (Some((Some(declared), is_hiding)), Some(&node)) => {
                self.names.uses.push(Use { node, declared, is_hiding });
            }
            (Some(_), _) => {}
            (None, _) if self.is_known(text) => {}
            (None, _) => self.names.unknown.push((cst.start_byte(), text.to_owned())),
        }
    }
}
