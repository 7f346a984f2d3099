//! Macros are expanded where they are used: their text is lowered there, with all steps at the use.

use crate::flow::FlowLowering;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::ast::{Cst, NodeId};
use crate::languages::c::syntax::named;

use super::texts::MacroText;
use super::types::CType;
use super::{CFlow, CValue, TextContext};
use crate::languages::c::syntax::forms::{CForm, bare};

/// Macros in the text of macros that are expanded, before one is taken for an endless one.
const MOST_MACROS: usize = 20;

/// Arguments by the names of parameters.
type MacroArguments<'t> = BTreeMap<&'t str, (Cst<'t>, Rc<TextContext<'t>>)>;

impl<'t> CFlow<'t> {
    /// Does something with the text of a macro without parameters; `None` where that is no expression.
    pub(super) fn expanded<T>(
        &mut self,
        word: &str,
        at: Option<NodeId>,
        what: impl FnOnce(&mut CFlow<'t>, Cst<'t>) -> T,
    ) -> Option<T> {
        let macros = self.macros;
        let text = macros.get(word).filter(|text| !text.is_function)?;
        let body = text.expression().filter(|_| self.here.depth < MOST_MACROS)?;
        let context = self.inside(text, at, BTreeMap::new());
        Some(self.within(context, |it| what(it, body)))
    }

    fn inside(
        &self,
        text: &MacroText<'t>,
        at: Option<NodeId>,
        args: MacroArguments<'t>,
    ) -> Rc<TextContext<'t>> {
        let (file_idx, depth) = (self.here.file_idx, self.here.depth + 1);
        Rc::new(TextContext { text: text.text, file_idx, at: at.or(self.here.at), args, depth })
    }

    /// A macro without parameters where an expression stands.
    pub(super) fn macro_name(&mut self, cst: Cst<'t>, word: &str, at: Option<NodeId>) -> CValue {
        if let Some(value) = self.expanded(word, at, |it, body| it.expression(body)) {
            return value;
        }
        let macros = self.macros;
        match macros.get(word) {
            Some(text) if !text.is_function => {
                let context = self.inside(text, at, BTreeMap::new());
                self.statements_of(cst, text, context, at)
            }
            _ => self.foreign_name(word, at),
        }
    }

    /// A macro with arguments; `None` where the name is not that of one.
    pub(super) fn macro_call(
        &mut self,
        word: &str,
        arguments: Cst<'t>,
        at: Option<NodeId>,
    ) -> Option<CValue> {
        let macros = self.macros;
        let text = macros.get(word)?;
        let given: Vec<Cst<'t>> = named(arguments).collect();
        self.keeps_arguments(&given, at);
        if given.len() != text.parameters.len() || self.here.depth >= MOST_MACROS {
            return Some(self.not_understood(arguments, at, "this macro"));
        }
        let context = Rc::clone(&self.here);
        let names = text.parameters.iter().map(String::as_str);
        let args = names.zip(given).map(|(name, cst)| (name, (cst, Rc::clone(&context)))).collect();
        let context = self.inside(text, at, args);
        Some(match text.expression() {
            Some(body) => {
                let value = self.within(context, |it| it.expression(body));
                let to = self.flow.temp();
                self.copy(at, to, value.var);
                CValue { var: to, of: value.of }
            }
            None => self.statements_of(arguments, text, context, at),
        })
    }

    /// Nothing can stand for an argument wherever the macro has it.
    fn keeps_arguments(&mut self, given: &[Cst<'t>], at: Option<NodeId>) {
        let mut kept = Vec::new();
        for &argument in given {
            let argument = bare(argument);
            let node = self.node_of(argument);
            kept.push(self.compute(node, &[]));
            if matches!(CForm::of(argument), CForm::Name) {
                let mentions = self.mentions(argument);
                self.requires(node, &mentions);
            }
        }
        self.requires(at, &kept);
    }

    /// The text of a macro as statements.
    fn statements_of(
        &mut self,
        cst: Cst<'t>,
        text: &MacroText<'t>,
        context: Rc<TextContext<'t>>,
        at: Option<NodeId>,
    ) -> CValue {
        match text.body {
            Some(body) if self.here.depth < MOST_MACROS => {
                self.within(context, |it| it.statements(body));
                let var = self.compute(at, &[]);
                CValue { var, of: CType::Unknown }
            }
            _ => self.not_understood_macro(cst, text, at),
        }
    }

    /// A macro that is no code by itself: what it names is kept.
    fn not_understood_macro(&mut self, cst: Cst<'t>, text: &MacroText<'t>, at: Option<NodeId>) -> CValue {
        let words = text.text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let mut named = Vec::new();
        for word in words.skip(3) {
            named.extend(self.variable(word).map(|variable| variable.var));
        }
        let value = self.not_understood(cst, at, "this macro");
        self.requires(at, &named);
        value
    }
}
