//! The variables of a program: where they are, and what their declarations are needed by.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowExtent, Made, ROOT, VarId};

use super::names::{CMeaning, CStorage, CVariable};
use super::types::CType;
use super::{CFlow, HoistedMemory, MemoryView};
use crate::languages::c::syntax::forms::CForm;

impl<'t> CFlow<'t> {
    /// Makes a variable that lives as long as its function, or as the program.
    pub(super) fn new_variable(
        &mut self,
        name: &str,
        of: CType,
        is_static: bool,
        declared: Option<NodeId>,
    ) -> CVariable {
        let owner = if is_static { ROOT } else { self.flow.current() };
        let place = match &of {
            of if of.is_aggregate() => CStorage::Parts,
            _ if self.facts.addressed.contains(name) => CStorage::Cell,
            _ => CStorage::Plain,
        };
        let is_array = matches!(of, CType::Array(_)) && !matches!(of.element(), CType::Record(_));
        let is_array_only = is_array && !self.facts.decaying.contains(name) && !self.has_array_names;
        if let (CStorage::Cell, CType::Number(kind)) = (place, &of) {
            self.seen.declared.insert(*kind);
        }
        let var = self.flow.variable(owner);
        let mention = self.flow.variable(owner);
        let extent = match place {
            CStorage::Plain => None,
            CStorage::Cell if self.view == MemoryView::Declared => Some(FlowExtent::Cell),
            // What is written to a part of it replaces nothing.
            CStorage::Cell => Some(FlowExtent::Several),
            CStorage::Parts => Some(FlowExtent::Parts),
        };
        if let Some(extent) = extent {
            self.hoist(HoistedMemory { var, extent }, is_static);
        }
        self.declares(mention, declared);
        CVariable { var, of, place, is_array_only, mention }
    }

    /// Memory that is there from the beginning of the function.
    pub(super) fn hoist(&mut self, memory: HoistedMemory, is_static: bool) {
        match is_static {
            true => self.hoisted[0].push(memory),
            false => self.hoisted.last_mut().into_iter().for_each(|hoisted| hoisted.push(memory)),
        }
    }

    pub(super) fn make(&mut self, memory: HoistedMemory) {
        let act = Act::Make { to: memory.var, kind: Made::Memory(memory.extent), holds: Vec::new() };
        self.flow.step(None, act);
    }

    /// What a name in the text means; its declaration stays where this is done.
    pub(super) fn meaning(&mut self, name: &str) -> Option<CMeaning> {
        let meaning = self.scopes.find(name)?.clone();
        match &meaning {
            CMeaning::Variable(variable) => {
                self.needs(variable.var, variable.mention);
                self.needs(variable.mention, variable.mention);
            }
            CMeaning::Function(function) => self.needs(function.mention, function.mention),
            CMeaning::Constant => {}
        }
        Some(meaning)
    }

    /// Something is declared here, too.
    pub(super) fn declares(&mut self, mention: VarId, at: Option<NodeId>) {
        self.mentioned.places.entry(mention).or_default().extend(at);
    }

    /// In the current function, what uses a variable needs these declarations.
    pub(super) fn needs(&mut self, var: VarId, mention: VarId) {
        if self.mentioned.known.insert((self.flow.current(), var)) {
            for &node in self.mentioned.places.get(&mention).into_iter().flatten() {
                self.flow.declares(node, var);
            }
        }
    }

    /// What stands for all declarations of the names in something that is not evaluated.
    pub(super) fn mentions(&mut self, cst: Cst<'t>) -> Vec<VarId> {
        let mut found = Vec::new();
        for part in cst.subtree().filter(|part| matches!(CForm::of(*part), CForm::Name)) {
            let word = self.word(part);
            if let Some((argument, context)) = self.here.args.get(word).cloned() {
                found.extend(self.within(context, |it| it.mentions(argument)));
                continue;
            }
            match self.meaning(word) {
                Some(CMeaning::Variable(variable)) => found.push(variable.mention),
                Some(CMeaning::Function(function)) => found.push(function.mention),
                _ => {}
            }
        }
        found
    }
}
