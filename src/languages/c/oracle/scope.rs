//! Whether a candidate is a program that the compiler takes, without asking it.
//!
//! Deleting leaves valid syntax, see the table; what remains are uses of what is no longer declared, and
//! placeholders of another type than what they stand for.

use std::collections::{BTreeMap, BTreeSet};

use super::edits::named;
use super::support;
use crate::ast::{Cst, Flags, NodeId, NodeSet, Tree, concrete};
use crate::deletions::{Candidate, DeletionId, Deletions};
use crate::error::{self, Place, Result};
use crate::oracle::Flaw;
use crate::stack::deep;

/// A name where it is used.
struct Use {
    node: NodeId,
    /// What declares it.
    declared: NodeId,
    /// Whether the name has another meaning where this declaration is gone.
    is_hiding: bool,
    repairs: NodeSet,
}

/// Everything that the check needs.
pub(super) struct Scope {
    uses: Vec<Use>,
    main: NodeId,
    /// Deletions whose placeholder has the wrong type, with what is said of them.
    untyped: BTreeMap<DeletionId, Flaw>,
}

/// Which mistakes are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mistakes {
    /// All.
    All,
    /// Those that a compiler does not see: it would find another declaration, or convert.
    Unseen,
}

impl Scope {
    /// Resolves the names of a program.
    ///
    /// # Errors
    /// A name that neither the program declares nor the library has, as far as it may be used; no `main`.
    pub(super) fn new(
        program: &Tree,
        deletions: &Deletions,
        untyped: &BTreeSet<DeletionId>,
    ) -> Result<Scope> {
        let walk = walked(program, "")?;
        let main = program.roots(0).find(|&root| program.label(root) == "main");
        let main = main.ok_or_else(|| error::oracle::no_main(Place::file(&program.file(0).path)))?;
        let repairs = |node: NodeId| -> NodeSet {
            let around = program.ancestors(node).chain([node]);
            around.filter(|&above| !deletions.of_node(above).is_empty()).collect()
        };
        let uses = walk.uses.iter().map(|&(node, declared, is_hiding)| Use {
            node,
            declared,
            is_hiding,
            repairs: repairs(node),
        });
        let uses = uses.collect();
        let wrong_type = |id: DeletionId| {
            let node = deletions.get(id).node;
            let around = program.ancestors(node).filter(|&above| !deletions.of_node(above).is_empty());
            let why = "a placeholder is an `int`, and another type is needed".to_owned();
            (id, Flaw { node, why, repairs: around.collect() })
        };
        Ok(Scope { uses, main, untyped: untyped.iter().map(|&id| wrong_type(id)).collect() })
    }

    /// The first mistake of a candidate; `None` when it compiles.
    pub(super) fn check(
        &self,
        program: &Tree,
        deletions: &Deletions,
        candidate: &Candidate,
        mistakes: Mistakes,
    ) -> Option<Flaw> {
        let candidate = deletions.normalised(program, candidate);
        if let Some(flaw) = candidate.ids().iter().find_map(|id| self.untyped.get(id)) {
            return Some(flaw.clone());
        }
        let gone: NodeSet = candidate.ids().iter().flat_map(|&id| deletions.gone(program, id)).collect();
        if gone.contains(self.main) {
            let why = "function `main` is gone".to_owned();
            return Some(Flaw { node: self.main, why, repairs: NodeSet::new() });
        }
        let is_wrong = |found: &&Use| {
            gone.contains(found.declared)
                && !gone.contains(found.node)
                && (mistakes == Mistakes::All || found.is_hiding)
        };
        self.uses.iter().find(is_wrong).map(|found| {
            let why = format!("`{}` is not declared", program.label(found.node));
            Flaw { node: found.node, why, repairs: found.repairs.clone() }
        })
    }
}

/// Every name resolved; `placeholder` stands for deleted code and is none.
fn walked<'t>(program: &'t Tree, placeholder: &str) -> Result<Walk<'t>> {
    let file = program.file(0);
    let mut walk = Walk::new(program);
    let concrete = concrete(program.language(), &file.text);
    walk.globals(concrete.root());
    named(concrete.root()).for_each(|child| walk.visit(child));
    match walk.unknown.iter().find(|(_, name)| name != placeholder) {
        Some((at, name)) => {
            let place = Place::of_offset(&file.path, &file.text, *at);
            Err(error::oracle::unsupported_c(place, &format!("`{name}`, which is not known here")))
        }
        None => Ok(walk),
    }
}

/// Refuses a program that names anything but what it defines and what the library has for everybody.
///
/// # Errors
/// The name, and its place.
pub(super) fn check_names(program: &Tree) -> Result<()> {
    let defined: BTreeSet<&str> = program.roots(0).map(|root| program.label(root)).collect();
    let file = program.file(0);
    let concrete = concrete(program.language(), &file.text);
    if let Some((at, name)) = undefined(concrete.root(), &file.text, &defined) {
        let place = Place::of_offset(&file.path, &file.text, at);
        return Err(error::oracle::unsupported_c(place, &format!("`{name}`, which is not known here")));
    }
    walked(program, crate::deletions::DELETED).map(|_| ())
}

/// The first name that a declaration takes from elsewhere: a prototype makes any function of the system known.
fn undefined<'t>(cst: Cst<'_>, text: &'t str, defined: &BTreeSet<&str>) -> Option<(usize, &'t str)> {
    deep(|| undefined_here(cst, text, defined))
}

fn undefined_here<'t>(cst: Cst<'_>, text: &'t str, defined: &BTreeSet<&str>) -> Option<(usize, &'t str)> {
    if cst.kind() == "declaration" {
        let is_extern = named(cst)
            .any(|part| part.kind() == "storage_class_specifier" && &text[part.byte_range()] == "extern");
        let found = cst.children().filter(|part| part.field() == "declarator").find_map(|declarator| {
            let name = innermost(declarator);
            let source = &text[name.byte_range()];
            let is_elsewhere = is_extern || declares_function(declarator);
            let is_known = defined.contains(source) || support::is_known(source, &BTreeSet::new());
            (is_elsewhere && !is_known).then_some((name.start_byte(), source))
        });
        if found.is_some() {
            return found;
        }
    }
    named(cst).find_map(|child| undefined(child, text, defined))
}

/// Whether a declarator is that of a function, or of something that returns or holds one.
fn declares_function(declarator: Cst<'_>) -> bool {
    deep(|| declares_function_here(declarator))
}

fn declares_function_here(declarator: Cst<'_>) -> bool {
    match declarator.kind() {
        "function_declarator" => {
            let inner = declarator.child_by_field_name("declarator");
            inner.is_none_or(|inner| inner.kind() != "parenthesized_declarator")
        }
        "pointer_declarator" => declarator.child_by_field_name("declarator").is_some_and(declares_function),
        _ => false,
    }
}

/// What a name means; `None` where nothing that could go declares it.
type Meaning = Option<NodeId>;

struct Walk<'t> {
    text: &'t str,
    nodes: BTreeMap<usize, NodeId>,
    functions: BTreeMap<usize, NodeId>,
    constants: BTreeSet<String>,
    scopes: Vec<BTreeMap<String, (Meaning, bool)>>,
    uses: Vec<(NodeId, NodeId, bool)>,
    unknown: Vec<(usize, String)>,
}

impl<'t> Walk<'t> {
    fn new(program: &'t Tree) -> Walk<'t> {
        let text = program.file(0).text.as_str();
        let variables = program.ids().filter(|&node| program.flags(node).has(Flags::VARIABLE));
        Walk {
            text,
            nodes: variables.map(|node| (program.span(node).start, node)).collect(),
            functions: program.roots(0).map(|root| (program.span(root).start, root)).collect(),
            constants: support::constants(text),
            scopes: vec![BTreeMap::new()],
            uses: Vec::new(),
            unknown: Vec::new(),
        }
    }

    fn source(&self, cst: Cst<'_>) -> &'t str {
        &self.text[cst.byte_range()]
    }

    /// Functions and prototypes may be used before they come; a definition says more than a prototype.
    fn globals(&mut self, root: Cst<'_>) {
        for child in named(root).filter(|child| child.kind() == "declaration") {
            for declarator in child.children().filter(|part| part.field() == "declarator") {
                let name = innermost(declarator);
                let node = self.nodes.get(&name.start_byte()).copied();
                self.declare(name, node);
            }
        }
        for child in named(root).filter(|child| child.kind() == "function_definition") {
            let node = self.functions.get(&child.start_byte()).copied();
            if let Some(declarator) = child.child_by_field_name("declarator") {
                self.declare(innermost(declarator), node);
            }
        }
    }

    fn declare(&mut self, name: Cst<'_>, meaning: Meaning) {
        let text = self.source(name).to_owned();
        let is_hiding = self.scopes.iter().rev().skip(1).any(|scope| scope.contains_key(&text))
            || support::is_known(&text, &self.constants);
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(text, (meaning, is_hiding));
        }
    }

    fn visit(&mut self, cst: Cst<'_>) {
        deep(|| self.visit_here(cst))
    }

    fn visit_here(&mut self, cst: Cst<'_>) {
        match cst.kind() {
            "identifier" => self.name(cst),
            "function_definition" | "compound_statement" | "for_statement" => {
                self.scopes.push(BTreeMap::new());
                self.inside(cst);
                self.scopes.pop();
            }
            "declaration" | "init_declarator" => self.declaration(cst),
            // Types declare no variables; what a prototype names is nothing.
            "struct_specifier" | "union_specifier" | "enum_specifier" | "type_definition"
            | "type_descriptor" | "preproc_def" | "preproc_include" => {}
            _ => self.inside(cst),
        }
    }

    fn inside(&mut self, cst: Cst<'_>) {
        if cst.kind() == "function_definition" {
            let mut declarator = cst.child_by_field_name("declarator");
            while let Some(found) = declarator {
                found.child_by_field_name("parameters").into_iter().for_each(|list| self.params(list));
                declarator = found.child_by_field_name("declarator");
            }
            cst.child_by_field_name("body").into_iter().for_each(|body| self.inside(body));
            return;
        }
        named(cst).for_each(|child| self.visit(child));
    }

    fn params(&mut self, list: Cst<'_>) {
        for declarator in named(list).filter_map(|param| param.child_by_field_name("declarator")) {
            let name = innermost(declarator);
            let node = self.nodes.get(&name.start_byte()).copied();
            self.declare(name, node);
            self.sizes(declarator);
        }
    }

    /// A declaration, or one declarator of it with what initialises it.
    fn declaration(&mut self, cst: Cst<'_>) {
        for declarator in cst.children().filter(|part| part.field() == "declarator") {
            if declarator.kind() == "init_declarator" {
                self.declaration(declarator);
                continue;
            }
            let name = innermost(declarator);
            let is_global = self.scopes.len() == 1;
            let node = self.nodes.get(&name.start_byte()).copied();
            // Everything global is declared already, functions as what defines them.
            if !is_global {
                let is_prototype = node.is_none();
                let outer = self.scopes[0].get(self.source(name)).copied().filter(|_| is_prototype);
                self.declare(name, outer.map_or(node, |(meaning, _)| meaning));
            }
            self.sizes(declarator);
        }
        cst.child_by_field_name("value").into_iter().for_each(|value| self.visit(value));
    }

    /// Names in the size of an array.
    fn sizes(&mut self, declarator: Cst<'_>) {
        declarator.child_by_field_name("size").into_iter().for_each(|size| self.visit(size));
        declarator.child_by_field_name("declarator").into_iter().for_each(|inner| self.sizes(inner));
    }

    fn name(&mut self, cst: Cst<'_>) {
        let text = self.source(cst);
        let found = self.scopes.iter().rev().find_map(|scope| scope.get(text)).copied();
        match (found, self.nodes.get(&cst.start_byte())) {
            (Some((Some(declared), is_hiding)), Some(&node)) => self.uses.push((node, declared, is_hiding)),
            (Some(_), _) => {}
            (None, _) if support::is_known(text, &self.constants) => {}
            (None, _) => self.unknown.push((cst.start_byte(), text.to_owned())),
        }
    }
}

/// The name at the end of a chain of declarators.
fn innermost(declarator: Cst<'_>) -> Cst<'_> {
    let inner = declarator
        .child_by_field_name("declarator")
        .or_else(|| named(declarator).next().filter(|_| declarator.kind() == "parenthesized_declarator"));
    inner.map_or(declarator, innermost)
}
