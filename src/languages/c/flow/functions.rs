//! Functions with their parameters.

use std::collections::BTreeMap;

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowLowering, Param, VarId};
use crate::languages::c::syntax::{FunctionDefinition, Statement, named};

use super::names::{CFunction, CMeaning, CStorage, CVariable};
use super::types::CType;
use super::{CFlow, FunctionAround};

impl<'t> CFlow<'t> {
    /// Announces a function.
    pub(super) fn declare_function(&mut self, cst: Cst<'t>, definition: &FunctionDefinition<'t>) {
        let text = self.here.text;
        let key = (self.here.file_idx, cst.start_byte());
        let base = cst.child_by_field_name("type");
        let base = base.map_or(CType::INT, |base| self.types.of_specifier(base, text));
        let (of, Some(name)) = self.types.declared(base, definition.declarator) else { return };
        let word = self.word(name);
        let meaning = self.read.get(&key).cloned().unwrap_or_else(|| {
            let at = self.node_of(cst);
            let function = self.flow.declare(at);
            let mention = self.flow.temp();
            self.declares(mention, at);
            let returns = match of {
                CType::Function(returns) => (*returns).clone(),
                _ => CType::Unknown,
            };
            CMeaning::Function(CFunction { function, twins: Vec::new(), returns, mention })
        });
        let meaning = self.with_twins(word, meaning);
        self.read.insert(key, meaning.clone());
        if !definition.is_static(text) {
            self.shared.insert(word.to_owned(), meaning.clone());
        }
        self.scopes.declare(word, meaning);
    }

    /// A function with those that the same file defines under its name, in other parts of a conditional.
    fn with_twins(&self, word: &str, meaning: CMeaning) -> CMeaning {
        let (CMeaning::Function(mut own), Some(CMeaning::Function(before))) =
            (meaning.clone(), self.scopes.here(word))
        else {
            return meaning;
        };
        if !self.is_in_one_file || before.function == own.function {
            return meaning;
        }
        own.twins = before.twins.clone();
        own.twins.push(before.function);
        CMeaning::Function(own)
    }

    /// The function that a name means, as a value.
    pub(super) fn closure(&mut self, at: Option<NodeId>, function: &CFunction) -> VarId {
        let to = self.flow.temp();
        self.flow.step(at, Act::Closure { to, function: function.function });
        for &twin in &function.twins {
            let test = self.flow.temp();
            let then = self.block(|it| it.flow.step(at, Act::Closure { to, function: twin }));
            self.flow.push(Flow::If { at: None, test, then, other: Vec::new() });
        }
        to
    }

    /// Lowers a function, once.
    pub(super) fn define_function(&mut self, cst: Cst<'t>, definition: &FunctionDefinition<'t>) {
        let key = (self.here.file_idx, cst.start_byte());
        let Some(CMeaning::Function(function)) = self.read.get(&key).cloned() else { return };
        if !self.lowered.insert(key) {
            return;
        }
        self.lower_function(function.function, |it| it.function_body(cst, definition, &function));
    }

    fn function_body(
        &mut self,
        cst: Cst<'t>,
        definition: &FunctionDefinition<'t>,
        function: &CFunction,
    ) -> Vec<Param> {
        let is_main = matches!(self.scopes.find("main"),
            Some(CMeaning::Function(main)) if main.function == function.function);
        let is_entry = is_main && !self.facts.calls_main;
        let labels = self.labels(definition.body);
        let has_labels = !labels.is_empty();
        let returns = function.returns.clone();
        self.around = Some(FunctionAround { returns, labels, is_entry, has_labels });
        self.hoisted.push(Vec::new());
        self.scopes.enter();
        let mut params = Vec::new();
        let body = self.block(|it| {
            params = it.parameters(cst, definition);
            definition.body.into_iter().for_each(|body| it.statements(body));
        });
        self.scopes.leave();
        self.around = None;
        for memory in self.hoisted.pop().unwrap_or_default() {
            self.make(memory);
        }
        body.into_iter().for_each(|flow| self.flow.push(flow));
        params
    }

    fn labels(&mut self, body: Option<Cst<'t>>) -> BTreeMap<String, (usize, VarId)> {
        let mut found = BTreeMap::new();
        for cst in body.into_iter().flat_map(Cst::subtree) {
            if let Statement::Labelled { label: Some(name), .. } = Statement::of(cst) {
                let (label, mention) = (self.flow.label(), self.flow.temp());
                let at = self.node_of(cst);
                self.declares(mention, at);
                found.insert(self.word(name).to_owned(), (label, mention));
            }
        }
        found
    }

    fn parameters(&mut self, cst: Cst<'t>, definition: &FunctionDefinition<'t>) -> Vec<Param> {
        let text = self.here.text;
        let list = crate::languages::c::syntax::forms::parameter_list(definition.declarator);
        let mut params = Vec::new();
        for parameter in list.into_iter().flat_map(named) {
            let Some(specifier) = parameter.child_by_field_name("type") else { continue };
            let base = self.types.of_specifier(specifier, text);
            let declarator = parameter.child_by_field_name("declarator");
            let (of, name) = self.types.declared(base, declarator);
            let of = match of {
                CType::Array(inner) => CType::Pointer(inner),
                of @ CType::Function(_) => of.pointer_to(),
                of => of,
            };
            if name.is_none() && of == CType::Void {
                continue;
            }
            let at = name.and_then(|name| self.node_of(name));
            let word = name.map_or("", |name| self.word(name));
            let var = self.parameter(word, of, at);
            params.push(Param { var, at, name: word.to_owned(), is_rest: false });
            self.parameter_sizes(cst, declarator);
        }
        params
    }

    /// The variable that gets the argument; one that is memory is filled with it.
    fn parameter(&mut self, word: &str, of: CType, at: Option<NodeId>) -> VarId {
        let variable = self.new_variable(word, of.clone(), false, at);
        let CVariable { var, place, .. } = variable.clone();
        self.scopes.declare(word, CMeaning::Variable(variable));
        let given = match place {
            CStorage::Plain => return var,
            CStorage::Cell | CStorage::Parts => self.flow.temp(),
        };
        match &of {
            CType::Record(record) => self.copy_record(given, var, *record, None),
            of => {
                let key = self.kind_key(of);
                self.flow.step(None, Act::Store { base: var, key, index: None, from: given });
            }
        }
        given
    }

    /// Names in the sizes of parameters stay with the function.
    fn parameter_sizes(&mut self, cst: Cst<'t>, declarator: Option<Cst<'t>>) {
        let mut mentions = Vec::new();
        for size in crate::languages::c::syntax::forms::sizes(declarator) {
            mentions.extend(self.mentions(size));
        }
        let at = self.node_of(cst);
        self.requires(at, &mentions);
    }

    /// Memory of the program, what is in it at first, and the call of `main`.
    pub(super) fn run(&mut self) {
        let values = self.block(CFlow::initialise_statics);
        for memory in std::mem::take(&mut self.hoisted[0]) {
            self.make(memory);
        }
        values.into_iter().for_each(|flow| self.flow.push(flow));
        self.enter();
    }
}
