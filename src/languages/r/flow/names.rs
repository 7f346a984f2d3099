//! Names and the variables that they may be.
//!
//! R looks a name up when it is read: what its function has not bound by then is looked for around it. So a name that is not
//! certainly bound where it is read may be any of several variables.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::Cst;
use crate::flow::{FlowBuilder, FlowKey, FunctionId, ROOT, VarId};
use crate::languages::r::syntax::named;
use crate::stack::deep;

use super::forms::{RArgument, RForm, RGiven, arguments, bare, constant_text, name_of, plain_name};
use super::{library, output};

/// A variable of a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct RVariable {
    pub(super) var: VarId,
    /// Parts of it are replaced, so that it has a copy of what it gets.
    pub(super) is_replaced: bool,
    /// The scope that has it.
    pub(super) scope: usize,
    /// How often it is bound, as far as that matters: more than once in a loop.
    pub(super) n_bound: usize,
    /// All that it is bound to are functions that stand there.
    pub(super) is_only_function: bool,
    /// From this byte on it is bound.
    bound_from: Option<usize>,
    /// May be a function of the program.
    pub(super) may_be_function: bool,
    pub(super) is_parameter: bool,
    /// Bound to nothing at all somewhere.
    pub(super) is_nulled: bool,
    /// Asked whether it is nothing.
    pub(super) is_asked: bool,
}

/// A function, `local`, or the program around all of them.
#[derive(Debug)]
pub(super) struct RScopeTable {
    parent: Option<usize>,
    pub(super) function: FunctionId,
    start: usize,
    names: BTreeMap<String, RVariable>,
}

/// All scopes of a program, its own first.
#[derive(Debug, Default)]
pub(super) struct RNames {
    scopes: Vec<RScopeTable>,
    by_place: BTreeMap<(usize, usize), usize>,
    /// By where a function stands, the name that it gets.
    called: BTreeMap<usize, String>,
    /// Names of parameters, and of parts of lists.
    pub(super) parameters: BTreeSet<String>,
    pub(super) parts: BTreeSet<String>,
    /// Some argument says where output goes, of a function that may hand it on.
    pub(super) gives_destinations: bool,
    /// What the program shows may be read by it.
    pub(super) captures: bool,
    /// By name of a part: how many writes give it to values; those in functions, which may be done again, count twice.
    written: BTreeMap<String, usize>,
    /// Variables that may hold functions, by their names.
    functions: BTreeMap<String, Vec<VarId>>,
    /// Variables that belong to functions.
    locals: BTreeSet<VarId>,
}

/// How a name is bound.
#[derive(Clone, Copy, Default)]
struct RBinding {
    is_replaced: bool,
    may_be_function: bool,
    is_parameter: bool,
    is_nulled: bool,
    is_function: bool,
    /// In every run of the function.
    is_certain: bool,
}

impl RNames {
    /// Finds the scopes of a program; functions are declared, with the nodes that `node_of` gives.
    pub(super) fn new(
        flow: &mut FlowBuilder,
        root: Cst<'_>,
        text: &str,
        node_of: &dyn Fn(Cst<'_>) -> Option<crate::ast::NodeId>,
    ) -> RNames {
        let mut found = FoundRNames { names: RNames::default(), flow, text, node_of, n_loops: 0 };
        found.scope(root, None, ROOT);
        found.block(root, 0, true);
        found.supers(root, 0);
        let mut names = found.names;
        for (scope, table) in names.scopes.iter().enumerate() {
            for (name, variable) in &table.names {
                if variable.may_be_function {
                    names.functions.entry(name.clone()).or_default().push(variable.var);
                }
                if scope > 0 {
                    names.locals.insert(variable.var);
                }
            }
        }
        names
    }

    /// The scope that a function or `local` has.
    pub(super) fn scope_of(&self, cst: Cst<'_>) -> Option<usize> {
        self.by_place.get(&(cst.start_byte(), cst.end_byte())).copied()
    }

    pub(super) fn function_of(&self, scope: usize) -> FunctionId {
        self.scopes[scope].function
    }

    pub(super) fn own(&self, scope: usize, name: &str) -> Option<RVariable> {
        self.scopes[scope].names.get(name).copied()
    }

    /// The variables that a name may be where it is read, the nearest first.
    pub(super) fn read(&self, scope: usize, name: &str, at: usize) -> Vec<RVariable> {
        let mut found = Vec::new();
        let (mut scope, mut at) = (Some(scope), at);
        while let Some(idx) = scope {
            let table = &self.scopes[idx];
            if let Some(variable) = table.names.get(name) {
                found.push(*variable);
                if variable.bound_from.is_some_and(|from| from <= at) {
                    break;
                }
            }
            at = table.start;
            scope = table.parent;
        }
        found
    }

    /// The variable that `<<-` writes.
    pub(super) fn outer(&self, scope: usize, name: &str) -> Option<RVariable> {
        let parent = self.scopes[scope].parent;
        match parent {
            Some(parent) => self.read(parent, name, self.scopes[scope].start).first().copied(),
            None => self.own(scope, name),
        }
    }

    /// The name that the function of a scope gets where it is made.
    pub(super) fn name_of_function(&self, scope: usize) -> Option<String> {
        self.called.get(&self.scopes[scope].start).cloned()
    }

    /// Scopes of functions whose names are such where they are made.
    pub(super) fn scopes_called(&self, is_it: impl Fn(&str) -> bool) -> Vec<usize> {
        let is_called = |start: usize| self.called.get(&start).is_some_and(|name| is_it(name));
        (1..self.scopes.len()).filter(|&scope| is_called(self.scopes[scope].start)).collect()
    }

    /// Whether several writes may give one value this part.
    pub(super) fn is_rewritten(&self, key: &FlowKey) -> bool {
        let FlowKey::Element(part) = key else { return false };
        part.strip_prefix('\'').and_then(|name| self.written.get(name)).is_some_and(|n| *n > 1)
    }

    /// Whether a variable belongs to a function, and not to the program.
    pub(super) fn is_local(&self, var: VarId) -> bool {
        self.locals.contains(&var)
    }

    /// Variables of the program with names, all of them.
    pub(super) fn all(&self) -> Vec<VarId> {
        self.scopes.iter().flat_map(|table| table.names.values().map(|variable| variable.var)).collect()
    }

    /// Variables whose names begin so, as those of methods do.
    pub(super) fn beginning(&self, prefix: &str) -> Vec<VarId> {
        let from_there = self.functions.range(prefix.to_owned()..);
        let beginning = from_there.take_while(|(name, _)| name.starts_with(prefix));
        beginning.filter(|(name, _)| name.len() > prefix.len()).flat_map(|(_, vars)| vars).copied().collect()
    }
}

struct FoundRNames<'n> {
    names: RNames,
    flow: &'n mut FlowBuilder,
    text: &'n str,
    node_of: &'n dyn Fn(Cst<'_>) -> Option<crate::ast::NodeId>,
    /// Loops around, in the function that is looked at.
    n_loops: usize,
}

impl FoundRNames<'_> {
    fn scope(&mut self, cst: Cst<'_>, parent: Option<usize>, function: FunctionId) -> usize {
        let idx = self.names.scopes.len();
        let table = RScopeTable { parent, function, start: cst.start_byte(), names: BTreeMap::new() };
        self.names.scopes.push(table);
        self.names.by_place.insert((cst.start_byte(), cst.end_byte()), idx);
        idx
    }

    fn bind(&mut self, scope: usize, name: &str, at: usize, binding: RBinding) {
        let function = self.names.scopes[scope].function;
        if !self.names.scopes[scope].names.contains_key(name) {
            let variable = RVariable {
                var: self.flow.variable(function),
                scope,
                n_bound: 0,
                is_only_function: true,
                is_replaced: false,
                bound_from: None,
                may_be_function: false,
                is_parameter: false,
                is_nulled: false,
                is_asked: false,
            };
            self.names.scopes[scope].names.insert(name.to_owned(), variable);
        }
        let Some(variable) = self.names.scopes[scope].names.get_mut(name) else { return };
        variable.n_bound += if self.n_loops > 0 { 2 } else { 1 };
        variable.is_only_function &= binding.is_function;
        variable.is_replaced |= binding.is_replaced;
        variable.may_be_function |= binding.may_be_function;
        variable.is_parameter |= binding.is_parameter;
        variable.is_nulled |= binding.is_nulled;
        if binding.is_certain && variable.bound_from.is_none_or(|from| from > at) {
            variable.bound_from = Some(at);
        }
    }

    fn block(&mut self, cst: Cst<'_>, scope: usize, is_certain: bool) {
        deep(|| named(cst).for_each(|child| self.visit(child, scope, is_certain)));
    }

    fn visit(&mut self, cst: Cst<'_>, scope: usize, is_certain: bool) {
        match RForm::of(cst, self.text) {
            RForm::Assignment { target, value, is_super } => {
                self.visit(value, scope, is_certain);
                self.assigned(target, value, (scope, is_super), is_certain);
            }
            RForm::For { variable, .. } => {
                let name = plain_name(&self.text[variable.byte_range()]);
                // Nothing may be gone through, so that the variable is not bound; each time it is bound anew.
                let binding = RBinding { may_be_function: true, ..RBinding::default() };
                self.n_loops += 1;
                self.bind(scope, name, cst.end_byte(), binding);
                self.n_loops -= 1;
                self.repeated(cst, scope);
            }
            RForm::While { .. } | RForm::Repeat(_) => self.repeated(cst, scope),
            RForm::Function { .. } => self.function(cst, scope),
            RForm::Block | RForm::Inner(_) => self.block(cst, scope, is_certain),
            RForm::Call { function, arguments: all } => self.called(cst, function, all, scope),
            RForm::Member { object, name } => {
                self.names.parts.insert(plain_name(&self.text[name.byte_range()]).to_owned());
                self.visit(object, scope, false);
            }
            RForm::Text => {
                self.names.parts.insert(plain_name(&self.text[cst.byte_range()]).to_owned());
            }
            _ => self.block(cst, scope, false),
        }
    }

    fn repeated(&mut self, cst: Cst<'_>, scope: usize) {
        self.n_loops += 1;
        self.block(cst, scope, false);
        self.n_loops -= 1;
    }

    fn assigned(
        &mut self,
        target: Cst<'_>,
        value: Cst<'_>,
        (scope, is_super): (usize, bool),
        is_certain: bool,
    ) {
        let target = bare(target);
        if let Some(name) = name_of(target, self.text) {
            if !is_super {
                let value = bare(value);
                self.names.called.insert(value.start_byte(), name.to_owned());
                let is_nulled =
                    matches!(RForm::of(value, self.text), RForm::Null) || is_empty(value, self.text);
                let may_be_function = self.may_be_function(value);
                let is_function = matches!(RForm::of(value, self.text), RForm::Function { .. });
                let binding =
                    RBinding { may_be_function, is_nulled, is_certain, is_function, ..RBinding::default() };
                self.bind(scope, name, target.start_byte(), binding);
            }
            return;
        }
        self.block(target, scope, false);
        let part = match RForm::of(target, self.text) {
            RForm::Member { name, .. } => name_of(name, self.text),
            RForm::Subset { arguments: all, is_one: true, .. } => match arguments(all).first() {
                Some(RArgument { value: RGiven::Expression(key), .. }) => {
                    constant_text(bare(*key), self.text)
                }
                _ => None,
            },
            _ => None,
        };
        part.into_iter().for_each(|part| self.written(part, scope));
        if let Some(root) = root_of(target, self.text).filter(|_| !is_super) {
            let binding = RBinding { is_replaced: true, may_be_function: true, ..RBinding::default() };
            self.bind(scope, root, target.start_byte(), binding);
        }
    }

    fn written(&mut self, part: &str, scope: usize) {
        *self.names.written.entry(part.to_owned()).or_default() += if scope == 0 { 1 } else { 2 };
    }

    fn may_be_function(&self, value: Cst<'_>) -> bool {
        match RForm::of(value, self.text) {
            RForm::Literal | RForm::Null | RForm::Text | RForm::Operator { .. } | RForm::Short { .. } => {
                false
            }
            RForm::Call { function, .. } => {
                name_of(function, self.text).is_none_or(|name| !library::is_pure(name))
            }
            _ => true,
        }
    }

    fn function(&mut self, cst: Cst<'_>, scope: usize) {
        let function = self.flow.declare((self.node_of)(cst));
        let loops = std::mem::take(&mut self.n_loops);
        let inside = self.scope(cst, Some(scope), function);
        let RForm::Function { parameters, body } = RForm::of(cst, self.text) else { return };
        let all: Vec<_> = parameters.into_iter().flat_map(crate::languages::r::syntax::parameters).collect();
        for &(parameter, _, _) in &all {
            let Some(name) = parameter.child_by_field_name("name") else { continue };
            let name = plain_name(&self.text[name.byte_range()]).to_owned();
            self.names.parameters.insert(name.clone());
            let binding = RBinding {
                may_be_function: true,
                is_parameter: true,
                is_certain: true,
                ..RBinding::default()
            };
            self.bind(inside, &name, cst.start_byte(), binding);
        }
        for (_, _, default) in all {
            default.into_iter().for_each(|default| self.visit(default, inside, false));
        }
        if let Some(body) = body {
            self.visit(body, inside, true);
            self.asked(body, inside);
        }
        self.n_loops = loops;
    }

    /// Variables that are asked whether they are nothing.
    fn asked(&mut self, body: Cst<'_>, scope: usize) {
        let mut found = Vec::new();
        super::forms::within(body, &mut |cst| {
            let RForm::Call { function, arguments: all } = RForm::of(cst, self.text) else { return };
            if name_of(function, self.text) == Some("is.null")
                && let [RArgument { value: RGiven::Expression(value), .. }] = arguments(all)[..]
            {
                found.extend(name_of(value, self.text));
            }
        });
        for name in found {
            if let Some(variable) = self.names.scopes[scope].names.get_mut(name) {
                variable.is_asked = true;
            }
        }
    }

    fn called(&mut self, cst: Cst<'_>, function: Cst<'_>, all: Cst<'_>, scope: usize) {
        let given = arguments(all);
        let called = name_of(function, self.text);
        self.names.captures |= called == Some(output::CAPTURING);
        for argument in &given {
            if let Some(name) = argument.name {
                let name = plain_name(&self.text[name.byte_range()]);
                self.names.parts.insert(name.to_owned());
                if called == Some("list") {
                    self.written(name, scope);
                }
                let is_own = called.and_then(output::destination).is_some();
                self.names.gives_destinations |= !is_own && output::is_destination(name);
            }
        }
        let first = given.first().and_then(|first| match first.value {
            RGiven::Expression(value) => Some(value),
            _ => None,
        });
        match (called, first) {
            (Some("local"), Some(_)) if given.len() == 1 => {
                let function = self.flow.declare(None);
                let inside = self.scope(cst, Some(scope), function);
                return self.block(all, inside, false);
            }
            (Some("assign" | "delayedAssign"), Some(first)) if given.len() == 2 => {
                if let Some(name) = constant_text(first, self.text) {
                    let binding = RBinding { may_be_function: true, ..RBinding::default() };
                    self.bind(scope, name, cst.end_byte(), binding);
                }
            }
            _ => {}
        }
        self.visit(function, scope, false);
        self.block(all, scope, false);
    }

    /// Names that only `<<-` binds are the program's.
    fn supers(&mut self, cst: Cst<'_>, scope: usize) {
        let scope = self.names.scope_of(cst).unwrap_or(scope);
        if let RForm::Assignment { target, is_super: true, .. } = RForm::of(cst, self.text) {
            let target = bare(target);
            let is_whole = name_of(target, self.text).is_some();
            if let Some(root) = root_of(target, self.text) {
                let binding =
                    RBinding { may_be_function: true, is_replaced: !is_whole, ..RBinding::default() };
                let (mut at, name) = (self.names.scopes[scope].parent.unwrap_or(scope), root.to_owned());
                while self.names.own(at, &name).is_none() {
                    let Some(parent) = self.names.scopes[at].parent else { break };
                    at = parent;
                }
                self.bind(at, &name, usize::MAX, binding);
                if let Some(variable) = self.names.scopes[at].names.get_mut(&name) {
                    // It may be called again and again.
                    variable.n_bound += 1;
                }
            }
        }
        deep(|| named(cst).for_each(|child| self.supers(child, scope)));
    }
}

fn is_empty(value: Cst<'_>, text: &str) -> bool {
    match RForm::of(value, text) {
        RForm::Call { function, arguments: all } => {
            arguments(all).is_empty() && matches!(name_of(function, text), Some("c"))
        }
        _ => false,
    }
}

/// The variable that a replacement changes: `x` of `names(x$a)[i]`.
pub(super) fn root_of<'t>(target: Cst<'_>, text: &'t str) -> Option<&'t str> {
    let target = bare(target);
    match RForm::of(target, text) {
        RForm::Name | RForm::Text => name_of(target, text),
        RForm::Member { object, .. } | RForm::Subset { object, .. } => root_of(object, text),
        RForm::Call { arguments: all, .. } => match arguments(all).first()?.value {
            RGiven::Expression(first) => root_of(first, text),
            _ => None,
        },
        _ => None,
    }
}
