//! Which declaration each name of a C program means.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use super::syntax::{
    Declaration, Declarator, FunctionDefinition, Naming, NodeKind, constant, named, own_header, top_level,
};
use super::{library, macros};
use crate::ast::{Concrete, Cst, Flags, NodeId, Tree, concrete};
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

/// The names of a program, resolved.
pub(super) struct Resolved {
    /// Uses of what the program declares.
    pub(super) uses: Vec<Use>,
    /// Names that neither the program declares nor the library has, with file and place.
    pub(super) unknown: Vec<(usize, usize, String)>,
}

impl Resolved {
    pub(super) fn new(program: &Tree) -> Resolved {
        let files: Vec<Concrete<'_>> =
            program.files().map(|file| concrete(program.language(), &file.text)).collect();
        let externals = externals(program, &files);
        let mut seen = BTreeSet::new();
        let mut names = Resolved { uses: Vec::new(), unknown: Vec::new() };
        for file_idx in (0..files.len()).filter(|&idx| !is_header(&program.file(idx).path)) {
            let unit = unit(program, &files, file_idx);
            let mut walk = Resolver::new(program, &files, &unit, &externals, names);
            for &idx in &unit {
                walk.file_idx = idx;
                walk.globals(files[idx].root());
            }
            // A header that several files include means the same in each.
            for &idx in unit.iter().filter(|&&idx| seen.insert(idx)) {
                walk.file_idx = idx;
                let text = walk.text();
                top_level(files[idx].root(), text).for_each(|child| walk.visit(child));
            }
            names = walk.names;
        }
        names
    }
}

/// Whether a file is there to be included by others.
pub(super) fn is_header(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "h")
}

/// The files that the compiler reads for one: the headers it includes, each once, and itself, in this order.
pub(super) fn unit(program: &Tree, files: &[Concrete<'_>], file_idx: usize) -> Vec<usize> {
    fn collect(program: &Tree, files: &[Concrete<'_>], file_idx: usize, found: &mut Vec<usize>) {
        if found.contains(&file_idx) {
            return;
        }
        found.push(file_idx);
        let file = program.file(file_idx);
        for header in
            top_level(files[file_idx].root(), &file.text).filter_map(|it| own_header(it, &file.text))
        {
            let there = included(&file.path, header).and_then(|path| program.file_idx(&path));
            there.into_iter().for_each(|idx| collect(program, files, idx, found));
        }
        // What is included comes before.
        found.retain(|&idx| idx != file_idx);
        found.push(file_idx);
    }
    let mut found = Vec::new();
    collect(program, files, file_idx, &mut found);
    found
}

/// The path of a header from where it is included; `None` outside of the program's folder.
pub(super) fn included(from: &Path, header: &str) -> Option<PathBuf> {
    let mut path = from.parent().map(Path::to_owned).unwrap_or_default();
    for part in Path::new(header).components() {
        match part {
            Component::Normal(name) => path.push(name),
            Component::CurDir => {}
            Component::ParentDir => path = path.parent()?.to_owned(),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(path)
}

/// What a file defines for the others.
fn externals(program: &Tree, files: &[Concrete<'_>]) -> BTreeMap<String, NodeId> {
    let mut found = BTreeMap::new();
    for (file_idx, concrete) in files.iter().enumerate() {
        let text = program.file(file_idx).text.as_str();
        let at: BTreeMap<usize, NodeId> = program
            .file_nodes(file_idx)
            .filter(|&node| program.flags(node).has(Flags::VARIABLE))
            .chain(program.roots(file_idx))
            .map(|node| (program.span(node).start, node))
            .collect();
        for item in top_level(concrete.root(), text) {
            if let Some(definition) = FunctionDefinition::of(item).filter(|found| !found.is_static(text))
                && let (Some(name), Some(&node)) =
                    (definition.declarator.and_then(Declarator::name), at.get(&item.start_byte()))
            {
                found.insert(text[name.byte_range()].to_owned(), node);
            }
            let own =
                |it: &Declaration<'_>| !["static", "extern"].iter().any(|class| it.has_storage(text, class));
            for declarator in Declaration::of(item).filter(own).into_iter().flat_map(Declaration::declarators)
            {
                if let Some(name) = Declarator::variable(declarator)
                    && let Some(&node) = at.get(&name.start_byte())
                {
                    found.insert(text[name.byte_range()].to_owned(), node);
                }
            }
        }
    }
    found
}

/// A function that the program defines.
pub(super) fn function(program: &Tree, name: &str) -> Option<NodeId> {
    let mut roots = (0..program.files().len()).flat_map(|idx| program.roots(idx));
    roots.find(|&root| program.label(root) == name)
}

/// Names of constants that a file itself gives: enumerators, macros.
pub(super) fn constants(text: &str) -> BTreeSet<String> {
    let concrete = concrete(Language::C, text);
    let names = concrete.root().subtree().filter_map(constant);
    names.map(|name| text[name.byte_range()].to_owned()).collect()
}

/// What a name means; `None` where nothing that could go declares it.
type Meaning = Option<NodeId>;

struct Resolver<'t> {
    program: &'t Tree,
    /// The file whose names are looked at.
    file_idx: usize,
    /// Variables and functions, by file and start.
    nodes: BTreeMap<(usize, usize), NodeId>,
    functions: BTreeMap<(usize, usize), NodeId>,
    externals: &'t BTreeMap<String, NodeId>,
    constants: BTreeSet<String>,
    /// The names that stand in the text of each macro.
    macros: BTreeMap<String, Vec<String>>,
    scopes: Vec<BTreeMap<String, (Meaning, bool)>>,
    names: Resolved,
}

impl<'t> Resolver<'t> {
    fn new(
        program: &'t Tree,
        files: &[Concrete<'_>],
        unit: &[usize],
        externals: &'t BTreeMap<String, NodeId>,
        names: Resolved,
    ) -> Resolver<'t> {
        let variables = program.ids().filter(|&node| program.flags(node).has(Flags::VARIABLE));
        let place = |node: NodeId| ((program.file_of(node), program.span(node).start), node);
        let text = |&idx: &usize| program.file(idx).text.as_str();
        let texts: Vec<(&str, Cst<'_>)> = unit.iter().map(|idx| (text(idx), files[*idx].root())).collect();
        Resolver {
            program,
            file_idx: 0,
            nodes: variables.map(place).collect(),
            functions: unit.iter().flat_map(|&idx| program.roots(idx)).map(place).collect(),
            externals,
            constants: texts.iter().flat_map(|(text, _)| constants(text)).collect(),
            macros: macros::names(&texts),
            scopes: vec![BTreeMap::new()],
            names,
        }
    }

    fn text(&self) -> &'t str {
        &self.program.file(self.file_idx).text
    }

    fn source(&self, cst: Cst<'_>) -> &'t str {
        &self.text()[cst.byte_range()]
    }

    fn node_at(&self, cst: Cst<'_>) -> Option<NodeId> {
        self.nodes.get(&(self.file_idx, cst.start_byte())).copied()
    }

    fn is_known(&self, name: &str) -> bool {
        self.constants.contains(name) || library::is_known(name)
    }

    /// Functions and prototypes may be used before they come; a definition says more than what stands for one elsewhere.
    fn globals(&mut self, root: Cst<'_>) {
        let items: Vec<Cst<'_>> = top_level(root, self.text()).collect();
        for declaration in items.iter().copied().filter_map(Declaration::of) {
            let is_extern = declaration.has_storage(self.text(), "extern");
            for declarator in declaration.declarators() {
                self.declare(declarator, |walk, name| {
                    let own = walk.node_at(name).filter(|_| !is_extern);
                    own.or_else(|| walk.elsewhere(name)).or_else(|| walk.node_at(name))
                });
            }
        }
        for child in items {
            let node = self.functions.get(&(self.file_idx, child.start_byte())).copied();
            if let Some(declarator) = FunctionDefinition::of(child).and_then(|function| function.declarator) {
                self.declare(declarator, |_, _| node);
            }
        }
    }

    /// What a name that is declared only is defined as, here or in another file.
    fn elsewhere(&self, name: Cst<'_>) -> Meaning {
        let text = self.source(name);
        let here = self.scopes[0].get(text).and_then(|(meaning, _)| *meaning);
        here.or_else(|| self.externals.get(text).copied())
    }

    /// Makes the name of a declarator known.
    ///
    /// Where it is declared twice, or defined elsewhere, the compiler takes a use of what is gone, and the linker does when the
    /// use is never reached.
    fn declare(&mut self, declarator: Cst<'_>, meaning: impl Fn(&Resolver<'_>, Cst<'_>) -> Meaning) {
        let Some(name) = Declarator::name(declarator) else { return };
        let text = self.source(name).to_owned();
        let meaning = meaning(self, name);
        let is_outside = self.scopes.iter().rev().skip(1).any(|scope| scope.contains_key(&text));
        let is_twice = self.scopes.len() == 1 && self.scopes[0].contains_key(&text);
        let is_elsewhere = meaning.is_some_and(|found| self.program.file_of(found) != self.file_idx);
        let is_hiding = is_outside || is_twice || is_elsewhere || self.is_known(&text);
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
            Naming::Declaration => self.declaration(cst, false),
            Naming::Type => {}
            Naming::Other => self.inside(cst),
        }
    }

    fn inside(&mut self, cst: Cst<'_>) {
        let Some(function) = FunctionDefinition::of(cst) else {
            return deep(|| named(cst).for_each(|child| self.visit(child)));
        };
        for declarator in Declarator::parameters(function.declarator) {
            self.declare(declarator, |walk, name| walk.node_at(name));
            self.sizes(declarator);
        }
        function.body.into_iter().for_each(|body| self.inside(body));
    }

    /// A declaration, or one declarator of it with what initialises it.
    fn declaration(&mut self, cst: Cst<'_>, is_extern: bool) {
        if let Some(declaration) = Declaration::of(cst) {
            let is_extern = declaration.has_storage(self.text(), "extern");
            return declaration.declarators().for_each(|declarator| self.declaration(declarator, is_extern));
        }
        let (declarator, value) = match Declarator::of(cst) {
            Declarator::Initialised { inner, value } => (inner, value),
            _ => (Some(cst), None),
        };
        // Everything global is declared already, functions as what defines them.
        if let Some(declarator) = declarator.filter(|_| self.scopes.len() > 1) {
            self.declare(declarator, |walk, name| {
                // A prototype has no node.
                let own = walk.node_at(name).filter(|_| !is_extern);
                own.or_else(|| walk.elsewhere(name)).or_else(|| walk.node_at(name))
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
        self.resolve(text, cst);
        // The text of a macro means something only where it is used.
        for name in self.macros.get(text).cloned().unwrap_or_default() {
            self.resolve(&name, cst);
        }
    }

    /// A name that stands in the text, or in that of a macro that is used there.
    fn resolve(&mut self, text: &str, cst: Cst<'_>) {
        let found = self.scopes.iter().rev().find_map(|scope| scope.get(text)).copied();
        match (found, self.node_at(cst)) {
            (Some((Some(declared), is_hiding)), Some(node)) => {
                self.names.uses.push(Use { node, declared, is_hiding });
            }
            (Some(_), _) => {}
            (None, _) if self.is_known(text) => {}
            (None, _) => self.names.unknown.push((self.file_idx, cst.start_byte(), text.to_owned())),
        }
    }
}

/// Each `goto` with what stands behind its label, which must be left where the `goto` is.
pub(super) fn jumps(program: &Tree) -> Vec<Use> {
    let mut found = Vec::new();
    for root in (0..program.files().len()).flat_map(|idx| program.roots(idx)) {
        let of_kind =
            |kind: NodeKind| program.subtree(root).filter(move |&node| NodeKind::of(program, node) == kind);
        for node in of_kind(NodeKind::Goto) {
            let target = of_kind(NodeKind::Label).find(|&label| program.label(label) == program.label(node));
            found.extend(target.map(|declared| Use { node, declared, is_hiding: false }));
        }
    }
    found
}
