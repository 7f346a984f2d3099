//! Names and the variables that they are.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::Cst;
use crate::flow::{FlowBuilder, FunctionId, VarId};
use crate::languages::python::syntax::{PythonNaming, PythonStatement, given_names, named, targets};

/// What a name is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NameMeaning {
    Variable(VarId),
    /// What an import brings, by its path.
    Imported(String),
    /// Python's own.
    Builtin,
}

#[derive(Debug)]
struct NameTable {
    function: FunctionId,
    is_class: bool,
    names: BTreeMap<String, VarId>,
    imports: BTreeMap<String, String>,
    globals: BTreeSet<String>,
}

/// The scopes around what is being lowered, the module's first.
#[derive(Debug, Default)]
pub(super) struct NameTables {
    all: Vec<NameTable>,
}

impl NameTables {
    /// Enters a scope whose names are those that `body` binds, and these parameters.
    pub(super) fn enter(
        &mut self,
        flow: &mut FlowBuilder,
        (text, body, is_class): (&str, Option<Cst<'_>>, bool),
        params: &[String],
    ) {
        let mut table = NameTable {
            function: flow.current(),
            is_class,
            names: BTreeMap::new(),
            imports: BTreeMap::new(),
            globals: BTreeSet::new(),
        };
        let mut bound: BTreeSet<String> = params.iter().cloned().collect();
        let mut foreign = BTreeSet::new();
        if let Some(body) = body {
            let mut found = FoundNames { text, bound: &mut bound, foreign: &mut foreign, table: &mut table };
            found.children(body, false);
            if self.all.is_empty() {
                globals_of(body, text, &mut bound);
                foreign.clear();
            }
        }
        for name in bound {
            if !foreign.contains(&name) {
                table.imports.remove(&name);
                let var = flow.variable(table.function);
                table.names.insert(name, var);
            }
        }
        self.all.push(table);
    }

    pub(super) fn leave(&mut self) {
        self.all.pop();
    }

    /// The variable that a name is in the innermost scope alone.
    pub(super) fn bound(&self, name: &str) -> Option<VarId> {
        self.all.last().and_then(|table| table.names.get(name).copied())
    }

    pub(super) fn meaning(&self, name: &str) -> NameMeaning {
        let innermost = self.all.len().saturating_sub(1);
        for (idx, table) in self.all.iter().enumerate().rev() {
            if table.is_class && idx != innermost {
                continue;
            }
            if table.globals.contains(name) {
                return self.all.first().map_or(NameMeaning::Builtin, |module| module.own(name));
            }
            match table.own(name) {
                NameMeaning::Builtin => {}
                meaning => return meaning,
            }
        }
        NameMeaning::Builtin
    }

    /// Whether the scope is the body of a class.
    pub(super) fn is_class(&self) -> bool {
        self.all.last().is_some_and(|table| table.is_class)
    }
}

impl NameTable {
    fn own(&self, name: &str) -> NameMeaning {
        match (self.names.get(name), self.imports.get(name)) {
            (Some(&var), _) => NameMeaning::Variable(var),
            (None, Some(path)) => NameMeaning::Imported(path.clone()),
            (None, None) => NameMeaning::Builtin,
        }
    }
}

/// Names that a function of the module declares `global`, which may be bound nowhere else.
fn globals_of(cst: Cst<'_>, text: &str, bound: &mut BTreeSet<String>) {
    match PythonStatement::of(cst) {
        Some(PythonStatement::Scope { is_nonlocal: false }) => {
            bound.extend(named(cst).map(|name| text[name.byte_range()].to_owned()));
        }
        _ => crate::stack::deep(|| named(cst).for_each(|child| globals_of(child, text, bound))),
    }
}

struct FoundNames<'n> {
    text: &'n str,
    bound: &'n mut BTreeSet<String>,
    /// Declared `global` or `nonlocal`.
    foreign: &'n mut BTreeSet<String>,
    table: &'n mut NameTable,
}

impl FoundNames<'_> {
    fn children(&mut self, cst: Cst<'_>, is_comprehension: bool) {
        crate::stack::deep(|| named(cst).for_each(|child| self.visit(child, is_comprehension)));
    }

    fn name(&mut self, name: Cst<'_>) {
        self.bound.insert(self.text[name.byte_range()].to_owned());
    }

    /// In a comprehension only `:=` binds for what is around it.
    fn visit(&mut self, cst: Cst<'_>, is_comprehension: bool) {
        let mut found = Vec::new();
        match PythonNaming::of(cst) {
            PythonNaming::Function | PythonNaming::Class => {
                given_names(cst).into_iter().for_each(|name| self.name(name));
                return;
            }
            PythonNaming::Lambda | PythonNaming::Type => return,
            PythonNaming::Comprehension => return self.children(cst, true),
            PythonNaming::Import => return self.import(cst),
            PythonNaming::Scope => {
                let is_global =
                    !matches!(PythonStatement::of(cst), Some(PythonStatement::Scope { is_nonlocal: true }));
                for name in named(cst) {
                    let name = self.text[name.byte_range()].to_owned();
                    if is_global {
                        self.table.globals.insert(name.clone());
                    }
                    self.foreign.insert(name);
                }
                return;
            }
            PythonNaming::Binds(field) if !is_comprehension || field == "name" => {
                let bound = cst.children().filter(|child| child.field() == field);
                bound.for_each(|child| targets(child, &mut found));
            }
            PythonNaming::Pattern => targets(cst, &mut found),
            _ => {}
        }
        found.into_iter().for_each(|name| self.name(name));
        self.children(cst, is_comprehension);
    }

    fn import(&mut self, cst: Cst<'_>) {
        let module =
            cst.child_by_field_name("module_name").map(|name| self.text[name.byte_range()].to_owned());
        for part in cst.children().filter(|child| child.field() == "name") {
            let source = part.child_by_field_name("name").unwrap_or(part);
            let source = self.text[source.byte_range()].to_owned();
            let alias = part.child_by_field_name("alias").map(|name| self.text[name.byte_range()].to_owned());
            let path = match &module {
                Some(module) => format!("{module}.{source}"),
                None => source.clone(),
            };
            let first = source.split('.').next().unwrap_or("").to_owned();
            match alias {
                Some(alias) => self.table.imports.insert(alias, path),
                None if module.is_some() => self.table.imports.insert(source, path),
                None => self.table.imports.insert(first.clone(), first),
            };
        }
    }
}
