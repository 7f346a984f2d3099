//! Variables: which one a name means, and how it is read and written.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::ast::{Cst, NodeId};
use crate::flow::{
    Act, FlowCallee, FlowDepth, FlowEffect, FlowHeld, FlowKey, FlowLowering, FlowShape, FunctionId, Made,
    ROOT, VarId,
};
use crate::languages::javascript::scope::{GLOBALS, ScriptMeaning, ScriptScopes};
use crate::languages::javascript::syntax::{
    DeclarationWord, ScriptStatement, bound_names, declarators, declared_in_head, is_function, name, parts_of,
};
use crate::stack::deep;

use super::library::REFLECTION;
use super::{ScriptFlow, argument};

/// How a variable is lowered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    pub(super) var: VarId,
    /// It is an object with one part.
    pub(super) is_boxed: bool,
    /// Written by its declaration, without which assignments mean something else.
    pub(super) declared: Option<VarId>,
    /// Without its declaration assignments fail, or change another variable of the program.
    pub(super) must_be_declared: bool,
}

/// The variables of a program.
pub(super) struct ScriptNames {
    meanings: BTreeMap<usize, ScriptMeaning>,
    captured: BTreeSet<(usize, String)>,
    strictly_written: BTreeSet<(usize, String)>,
    /// Bytes of loops.
    loops: Vec<Range<usize>>,
    variables: BTreeMap<(usize, String), Variable>,
    globals: BTreeMap<String, VarId>,
    functions: BTreeMap<(usize, usize), FunctionId>,
    /// What makes the objects of generators.
    starters: BTreeMap<usize, FunctionId>,
}

impl ScriptNames {
    pub(super) fn new(scopes: &ScriptScopes, root: Cst<'_>) -> ScriptNames {
        let mut loops = Vec::new();
        loops_in(root, &mut loops);
        ScriptNames {
            meanings: scopes.meanings(),
            captured: scopes.captured(),
            strictly_written: scopes.strictly_written(),
            loops,
            variables: BTreeMap::new(),
            globals: BTreeMap::new(),
            functions: BTreeMap::new(),
            starters: BTreeMap::new(),
        }
    }

    /// What makes the objects of the generator at these bytes.
    pub(super) fn starter(
        &mut self,
        range: Range<usize>,
        declare: impl FnOnce() -> FunctionId,
    ) -> FunctionId {
        *self.starters.entry(range.start).or_insert_with(declare)
    }

    /// Whether there may be several of a variable in one call of its function.
    fn is_repeated(&self, meaning: &ScriptMeaning) -> bool {
        let function = meaning.function.clone().unwrap_or(0..usize::MAX);
        let holds =
            |outer: &Range<usize>, inner: &Range<usize>| outer.start <= inner.start && inner.end <= outer.end;
        meaning.owner != function
            && self.loops.iter().any(|around| holds(around, &meaning.owner) && holds(&function, around))
    }
}

fn loops_in(cst: Cst<'_>, found: &mut Vec<Range<usize>>) {
    if matches!(
        ScriptStatement::of(cst),
        Some(ScriptStatement::While { .. } | ScriptStatement::For { .. } | ScriptStatement::ForIn { .. })
    ) {
        found.push(cst.byte_range());
    }
    deep(|| parts_of(cst).for_each(|child| loops_in(child, found)));
}

/// The part of a variable that is an object.
fn content() -> FlowKey {
    FlowKey::Field("value".to_owned())
}

impl ScriptFlow<'_> {
    /// The function at these bytes.
    pub(super) fn function_at(&mut self, range: Range<usize>) -> FunctionId {
        let place = (range.start, range.end);
        if let Some(&function) = self.names.functions.get(&place) {
            return function;
        }
        let function = self.flow.declare(self.nodes.find(&range, |_| true));
        self.names.functions.insert(place, function);
        function
    }

    /// The variable that a name means; `None` for other constructs and for names that nothing declares.
    pub(super) fn variable(&mut self, name: Cst<'_>) -> Option<Variable> {
        let meaning = self.names.meanings.get(&name.start_byte())?.clone();
        if self.word(name) != meaning.name {
            return None;
        }
        let key = (meaning.scope, meaning.name.clone());
        if let Some(&variable) = self.names.variables.get(&key) {
            return Some(variable);
        }
        let is_several = meaning.function.is_some() || self.names.is_repeated(&meaning);
        let is_boxed = self.names.captured.contains(&key) && meaning.is_written && is_several;
        let must_be_declared = meaning.is_shadowing || self.names.strictly_written.contains(&key);
        let asks = meaning.is_written && !is_boxed && (meaning.function.is_some() || must_be_declared);
        let owner = meaning.function.map_or(ROOT, |range| self.function_at(range));
        let var = self.flow.variable(owner);
        let declared = asks.then(|| self.flow.variable(owner));
        let variable = Variable { var, is_boxed, declared, must_be_declared };
        self.names.variables.insert(key, variable);
        Some(variable)
    }

    /// A name that nothing declares.
    pub(super) fn global(&mut self, name: &str) -> VarId {
        if let Some(&var) = self.names.globals.get(name) {
            return var;
        }
        let var = self.flow.variable(ROOT);
        self.names.globals.insert(name.to_owned(), var);
        var
    }

    /// Whether an expression is a name that the language's surroundings have.
    pub(super) fn foreign_name(&mut self, cst: Cst<'_>) -> Option<String> {
        let word = self.word(cst);
        let is_reflection = REFLECTION.iter().any(|path| path.split('.').next() == Some(word));
        let is_known = (is_reflection || GLOBALS.contains(&word)) && self.variable(cst).is_none();
        (is_known && cst.kind() == "identifier").then(|| word.to_owned())
    }

    /// Makes the objects that programs find around them.
    pub(super) fn surroundings(&mut self) {
        let exported = self.global("exports");
        self.copy(None, exported, self.around.this);
        for name in ["process", "module", "globalThis", "global"] {
            let to = self.global(name);
            let key = FlowKey::Element("exports".to_owned());
            let own = FlowHeld { key, from: exported, index: None, at: None };
            let mut holds: Vec<FlowHeld> = Some(own).filter(|_| name == "module").into_iter().collect();
            for part in ["argv", "env"] {
                let from = self.record(None);
                holds.push(FlowHeld { key: FlowKey::Element(part.to_owned()), from, index: None, at: None });
            }
            self.flow.step(None, Act::Make { to, kind: Made::Record, holds });
        }
    }

    pub(super) fn read(&mut self, name: Cst<'_>, at: Option<NodeId>) -> VarId {
        let to = self.flow.temp();
        match self.variable(name) {
            Some(Variable { var, is_boxed: true, .. }) => {
                self.flow.step(at, Act::Load { to, base: var, key: content(), index: None });
            }
            Some(Variable { var, .. }) => self.copy(at, to, var),
            None => {
                let word = self.word(name);
                let from = self.global(word);
                match GLOBALS.contains(&word) {
                    true => self.flow.step(at, Act::Copy { to, from }),
                    false => self.flow.risk(at, Act::Copy { to, from }),
                }
            }
        }
        to
    }

    /// Assigns to a name.
    pub(super) fn write(&mut self, name: Cst<'_>, from: VarId, at: Option<NodeId>) {
        let also = self.node_of(name);
        match self.variable(name) {
            Some(Variable { var, is_boxed: true, .. }) => {
                self.step_also(at, also, Act::Store { base: var, key: content(), index: None, from });
            }
            Some(Variable { var, declared: Some(declared), must_be_declared, .. }) => {
                let effect = FlowEffect {
                    reads: FlowDepth::Nothing,
                    result: vec![FlowShape::Whole(1)],
                    tolerates_from: usize::from(must_be_declared),
                    ..FlowEffect::plain()
                };
                let args = vec![argument(declared), argument(from)];
                self.step_also(at, also, Act::Call { to: var, callee: FlowCallee::Library(effect), args });
            }
            Some(Variable { var, .. }) => self.step_also(at, also, Act::Copy { to: var, from }),
            None => {
                let to = self.global(self.word(name));
                self.step_also(at, also, Act::Copy { to, from });
            }
        }
    }

    /// Declares a name, before it has a value.
    pub(super) fn declare(&mut self, name: Cst<'_>) {
        let at = self.node_of(name);
        match self.variable(name) {
            Some(Variable { var, is_boxed: true, .. }) => {
                self.flow.step(at, Act::Make { to: var, kind: Made::Record, holds: Vec::new() });
            }
            Some(Variable { declared: Some(declared), .. }) => {
                self.flow.step(at, Act::Compute { to: declared, from: Vec::new() });
            }
            _ => {}
        }
    }

    /// Gives a name that is declared its first value.
    pub(super) fn initialise(&mut self, name: Cst<'_>, from: VarId, at: Option<NodeId>) {
        let also = self.node_of(name);
        match self.variable(name) {
            Some(Variable { var, is_boxed: false, .. }) => {
                self.step_also(at, also, Act::Copy { to: var, from });
            }
            _ => self.write(name, from, at),
        }
    }

    /// `var` declares for the whole function, in which its names are `undefined` first.
    pub(super) fn hoist_variables(&mut self, cst: Cst<'_>, but: &[&str]) {
        let mut names = Vec::new();
        variables_in(cst, &mut names);
        let mut seen: BTreeSet<&str> = but.iter().copied().collect();
        for name in names {
            if seen.insert(self.word(name)) {
                self.declare(name);
                let at = self.node_of(name);
                let from = self.literal(at);
                self.initialise(name, from, at);
            }
        }
    }
}

/// The names that `var` declares in a function, not in functions inside.
fn variables_in<'c>(cst: Cst<'c>, found: &mut Vec<Cst<'c>>) {
    for child in parts_of(cst).filter(|child| !is_function(*child)) {
        match ScriptStatement::of(child) {
            Some(ScriptStatement::Declaration(DeclarationWord::Var)) => {
                declarators(child).filter_map(name).for_each(|pattern| bound_names(pattern, found));
            }
            Some(ScriptStatement::ForIn { left: Some(left), .. })
                if declared_in_head(child) == Some(DeclarationWord::Var) =>
            {
                bound_names(left, found);
            }
            _ => {}
        }
        deep(|| variables_in(child, found));
    }
}
