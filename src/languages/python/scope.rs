//! Which names a function binds, and which deletions Python's compiler would take notice of.
//!
//! A name that a function binds anywhere is its own everywhere in it, and a function with a `yield` anywhere is a
//! generator. So some deletions change what other code means that is never deleted: where the only assignment of a
//! function goes, a name means the module's. Such deletions, and those of parameters, are made before a schema is
//! compiled; the others are switches that are asked while it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::deletions::{PythonPart, PythonParts, PythonPlace};
use super::syntax::{
    self, BodyClause, Parameter, PythonNaming, PythonStatement, given_names, named, targets,
};
use crate::ast::{Cst, Flags, NodeId, NodeSet, Tree, concrete};
use crate::deletions::{Candidate, Deletions, Group};
use crate::oracle::Flaw;
use crate::oracle::meaning::{BoundName, NameMeanings, ScopedUse};
use crate::stack::deep;

/// Entry point of a program that is run as a script: `__name__` of its module.
pub(super) const SCRIPT: &str = "__main__";

/// Names that every module has.
const BUILTINS: &str = " abs all any ascii bin bool bytearray bytes callable chr classmethod complex delattr dict divmod \
    enumerate filter float format frozenset getattr hasattr hash hex input int isinstance issubclass iter len list map \
    max min next object oct ord pow print property range repr reversed round set setattr slice sorted staticmethod str \
    sum super tuple type zip Exception ValueError KeyError IndexError TypeError ZeroDivisionError StopIteration ";

/// What has names of its own.
#[derive(Debug)]
struct NameScope {
    kind: PythonNaming,
    range: Range<usize>,
    /// Places where names are bound, parameters left out.
    bound: Vec<(String, usize)>,
    params: BTreeSet<String>,
    /// Places of parameters.
    param_places: Vec<(String, usize)>,
    /// Where what is inside begins: what stands before it belongs to what is around.
    inside: usize,
    /// Names that `global` and `nonlocal` say are others'.
    foreign: BTreeSet<String>,
    /// Places of these declarations, and of `yield`.
    notes: Vec<usize>,
    /// Whether it is inside of a function.
    is_inner: bool,
}

/// The scopes of a file, the module's first, outer before inner.
#[derive(Debug)]
pub(super) struct Scopes {
    all: Vec<NameScope>,
    /// `nonlocal` declarations: the names, and where.
    nonlocals: Vec<(Vec<String>, Range<usize>)>,
}

impl Scopes {
    /// Reads the only file of a program.
    pub(super) fn new(program: &Tree) -> Scopes {
        let text = &program.file(0).text;
        let concrete = concrete(program.language(), text);
        let module = NameScope::new(PythonNaming::Other, 0..text.len() + 1, false);
        let mut scopes = Scopes { all: vec![module], nonlocals: Vec::new() };
        scopes.visit(concrete.root(), text, 0);
        scopes
    }

    fn visit(&mut self, cst: Cst<'_>, text: &str, scope: usize) {
        let naming = PythonNaming::of(cst);
        let mut names = Vec::new();
        let mut inside = scope;
        match naming {
            PythonNaming::Type => return,
            PythonNaming::Function | PythonNaming::Class => {
                names.extend(given_names(cst));
                inside = self.open(naming, cst, scope);
            }
            PythonNaming::Lambda => inside = self.open(naming, cst, scope),
            PythonNaming::Comprehension => inside = self.open(naming, cst, scope),
            PythonNaming::Import => names.extend(given_names(cst)),
            PythonNaming::Scope => {
                let found: Vec<String> = named(cst).map(|name| text[name.byte_range()].to_owned()).collect();
                if matches!(PythonStatement::of(cst), Some(PythonStatement::Scope { is_nonlocal: true })) {
                    self.nonlocals.push((found.clone(), cst.byte_range()));
                }
                self.all[scope].foreign.extend(found);
                self.all[scope].notes.push(cst.start_byte());
            }
            PythonNaming::Binds(field) => {
                let bound = cst.children().filter(|child| child.field() == field);
                bound.for_each(|child| targets(child, &mut names));
            }
            PythonNaming::Delete => named(cst).for_each(|child| targets(child, &mut names)),
            PythonNaming::Pattern => targets(cst, &mut names),
            PythonNaming::Yield => {
                let owner = self.owner(scope);
                self.all[owner].notes.push(cst.start_byte());
            }
            PythonNaming::Other => {}
        }
        // What a comprehension binds by `:=` belongs to what is around it.
        let owner = if matches!(naming, PythonNaming::Binds("name")) { self.owner(scope) } else { scope };
        for name in names {
            self.all[owner].bound.push((text[name.byte_range()].to_owned(), name.start_byte()));
        }
        if matches!(naming, PythonNaming::Function | PythonNaming::Lambda) {
            let parameters = cst.child_by_field_name("parameters");
            let parameters = parameters.into_iter().flat_map(named).filter_map(Parameter::of);
            for parameter in parameters {
                let name = text[parameter.name.byte_range()].to_owned();
                self.all[inside].params.insert(name.clone());
                self.all[inside].param_places.push((name, parameter.name.start_byte()));
            }
        }
        if let Some(body) = cst.child_by_field_name("body").filter(|_| inside != scope) {
            self.all[inside].inside = body.start_byte();
        }
        deep(|| named(cst).for_each(|child| self.visit(child, text, inside)));
    }

    fn open(&mut self, kind: PythonNaming, cst: Cst<'_>, scope: usize) -> usize {
        let around = &self.all[scope];
        let is_inner =
            around.is_inner || matches!(around.kind, PythonNaming::Function | PythonNaming::Lambda);
        self.all.push(NameScope::new(kind, cst.byte_range(), is_inner));
        self.all.len() - 1
    }

    /// The scope itself, or what is around a comprehension.
    fn owner(&self, scope: usize) -> usize {
        let at = self.all[scope].range.start;
        let is_owner = |idx: &usize| {
            let other = &self.all[*idx];
            other.kind != PythonNaming::Comprehension && other.range.contains(&at)
        };
        (0..=scope).rev().find(is_owner).unwrap_or(0)
    }

    /// Names that could come to mean another variable of the program; those that are declared `global` or `nonlocal` left out.
    pub(super) fn uses(&self, program: &Tree) -> Vec<ScopedUse> {
        let bound: BTreeSet<usize> =
            self.all.iter().flat_map(|scope| scope.places()).map(|(_, at)| *at).collect();
        let is_use = |&node: &NodeId| {
            program.flags(node).has(Flags::VARIABLE) && !bound.contains(&program.span(node).start)
        };
        program.ids().filter(is_use).filter_map(|node| self.scoped(program, node)).collect()
    }

    fn scoped(&self, program: &Tree, node: NodeId) -> Option<ScopedUse> {
        let (name, at) = (program.label(node), program.span(node).start);
        let binds = |scope: &NameScope| -> Vec<BoundName> {
            let places = scope.places().filter(|(bound, _)| bound == name);
            places.map(|(_, at)| BoundName::at(program, name, *at)).collect()
        };
        // Names of a class are not seen in its functions.
        let around: Vec<&NameScope> =
            self.all.iter().rev().filter(|scope| scope.range.contains(&at) && scope.inside <= at).collect();
        let is_seen = |(idx, scope): &(usize, &&NameScope)| *idx == 0 || scope.kind != PythonNaming::Class;
        let seen = around.iter().enumerate().filter(is_seen).map(|(_, scope)| *scope);
        let mut binding: Vec<Vec<BoundName>> = Vec::new();
        for scope in seen {
            if scope.foreign.contains(name) {
                return None;
            }
            binding.extend(Some(binds(scope)).filter(|bound| !bound.is_empty()));
        }
        let mut binding = binding.into_iter();
        let own = binding.next()?;
        Some(ScopedUse { node, name: name.to_owned(), own, outer: binding.flatten().collect() })
    }

    /// Places in functions at which something stands that the compiler takes notice of, each with its function.
    fn notable(&self) -> BTreeMap<usize, Vec<Range<usize>>> {
        let mut n_scopes: BTreeMap<&str, usize> = BTreeMap::new();
        for scope in self.all.iter().filter(|scope| scope.kind != PythonNaming::Comprehension) {
            let names: BTreeSet<&str> = scope
                .bound
                .iter()
                .map(|(name, _)| name.as_str())
                .chain(scope.params.iter().map(String::as_str))
                .collect();
            names.into_iter().for_each(|name| *n_scopes.entry(name).or_default() += 1);
        }
        let is_elsewhere = |name: &str| {
            n_scopes.get(name).is_some_and(|&n| n > 1) || BUILTINS.contains(&format!(" {name} "))
        };
        let mut found: BTreeMap<usize, Vec<Range<usize>>> = BTreeMap::new();
        for scope in &self.all[1..] {
            let is_compiled = match scope.kind {
                PythonNaming::Function | PythonNaming::Lambda => true,
                PythonNaming::Class => scope.is_inner,
                _ => false,
            };
            let bound =
                scope.bound.iter().filter(|(name, _)| !scope.foreign.contains(name) && is_elsewhere(name));
            let places = bound.map(|(_, at)| *at).filter(|_| is_compiled).chain(scope.notes.iter().copied());
            places.for_each(|at| found.entry(at).or_default().push(scope.range.clone()));
        }
        found
    }

    /// The innermost function around a stretch: its number, from 0 for the module.
    pub(super) fn function_around(&self, range: &Range<usize>) -> usize {
        let holds = |scope: &NameScope| {
            scope.kind == PythonNaming::Function && contains(&scope.range, range) && scope.range != *range
        };
        self.all.iter().rposition(holds).unwrap_or(0)
    }

    /// The number of the function that is this stretch.
    pub(super) fn function(&self, range: &Range<usize>) -> Option<usize> {
        self.all.iter().position(|scope| scope.kind == PythonNaming::Function && scope.range == *range)
    }

    /// The parts that are chosen before a schema is compiled.
    pub(super) fn chosen(&self, parts: &PythonParts) -> Vec<bool> {
        let notable = self.notable();
        let is_chosen = |part: &PythonPart| match &part.place {
            PythonPlace::Parameter { .. }
            | PythonPlace::Qualifier
            | PythonPlace::Clause(BodyClause::Case) => true,
            _ => {
                let inside = notable.range(part.range.clone()).flat_map(|(_, functions)| functions);
                let mut functions = inside.filter(|function| contains(function, &part.range));
                functions.any(|function| *function != part.range)
            }
        };
        parts.all.iter().map(is_chosen).collect()
    }
}

impl NameScope {
    /// Names that it binds, with their places.
    fn places(&self) -> impl Iterator<Item = &(String, usize)> {
        self.bound.iter().chain(&self.param_places)
    }

    fn new(kind: PythonNaming, range: Range<usize>, is_inner: bool) -> NameScope {
        NameScope {
            kind,
            range,
            bound: Vec::new(),
            params: BTreeSet::new(),
            param_places: Vec::new(),
            inside: 0,
            foreign: BTreeSet::new(),
            notes: Vec::new(),
            is_inner,
        }
    }
}

fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Mistakes of candidates that Python's compiler would refuse.
pub(super) struct SyntaxCheck {
    /// Siblings of which one must stay.
    groups: Vec<Group>,
    /// A `nonlocal`, and what binds one of its names around it.
    borrowed: Vec<(NodeId, NodeSet, String)>,
    /// Names that could come to mean something else.
    meanings: NameMeanings,
}

impl SyntaxCheck {
    pub(super) fn new(program: &Tree, parts: &PythonParts, scopes: &Scopes) -> SyntaxCheck {
        let mut borrowed = Vec::new();
        for (names, range) in &scopes.nonlocals {
            let node = program.ids().find(|&node| program.span(node) == *range);
            for name in names {
                let around = scopes.all[1..].iter().filter(|scope| {
                    scope.kind == PythonNaming::Function
                        && contains(&scope.range, range)
                        && scopes.function_around(range) != scopes.function(&scope.range).unwrap_or(0)
                });
                let binds = |scope: &NameScope| {
                    let places: Vec<usize> =
                        scope.bound.iter().filter(|(bound, _)| bound == name).map(|(_, at)| *at).collect();
                    places
                };
                let places: BTreeSet<usize> = around.clone().flat_map(binds).collect();
                let is_param = around.clone().any(|scope| scope.params.contains(name));
                let params = parts.all.iter().filter(|part| {
                    is_param
                        && matches!(part.place, PythonPlace::Parameter { .. })
                        && program.subtree(part.deletion.node).any(|below| program.label(below) == name)
                });
                let at = |place: usize| {
                    program.ids().rev().find(|&node| {
                        let span = program.span(node);
                        span.contains(&place) && (span.start == place || program.label(node) == name)
                    })
                };
                let binders =
                    places.into_iter().filter_map(at).chain(params.map(|part| part.deletion.node)).collect();
                borrowed.extend(node.map(|node| (node, binders, name.clone())));
            }
        }
        let meanings = NameMeanings::new(scopes.uses(program));
        SyntaxCheck { groups: parts.groups.clone(), borrowed, meanings }
    }

    /// The first mistake of a candidate; `None` when it compiles.
    pub(super) fn check(&self, program: &Tree, deletions: &Deletions, candidate: &Candidate) -> Option<Flaw> {
        if let Some(flaw) = self.meanings.check(program, deletions, candidate) {
            return Some(flaw);
        }
        if self.groups.is_empty() && self.borrowed.is_empty() {
            return None;
        }
        let gone: NodeSet = candidate.ids().iter().flat_map(|&id| deletions.gone(program, id)).collect();
        let repairs = |node: NodeId| -> NodeSet {
            let around = program.ancestors(node).chain([node]);
            around.filter(|&above| !deletions.of_node(above).is_empty()).collect()
        };
        for Group { parent, members } in &self.groups {
            if !gone.contains(*parent) && members.iter().all(|&member| gone.contains(member)) {
                let why = "none of its clauses is left".to_owned();
                return Some(Flaw { node: *parent, why, repairs: repairs(*parent) });
            }
        }
        for (node, binders, name) in &self.borrowed {
            if !gone.contains(*node) && binders.iter().all(|binder| gone.contains(binder)) {
                let why = format!("nothing around binds the nonlocal name `{name}`");
                return Some(Flaw { node: *node, why, repairs: repairs(*node) });
            }
        }
        None
    }
}

/// The names of a program's functions, in source order.
pub(super) fn functions(program: &Tree) -> Vec<String> {
    syntax::functions(program).into_iter().map(|node| program.label(node).to_owned()).collect()
}
