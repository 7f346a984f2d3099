//! Expressions: each is a step, with a variable for its value.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowExtent, FlowLowering, Made, VarId};
use crate::stack::deep;

use super::names::CMeaning;
use super::operators::decayed;
use super::places::CPlace;
use super::types::{CType, NumberKind};
use super::{CFlow, CValue, library};
use crate::languages::c::syntax::forms::{CForm, bare};

/// Expressions in which others can be evaluated in another order, one inside of the other, before only one order is taken.
const MOST_ORDERS: usize = 3;

impl<'t> CFlow<'t> {
    pub(super) fn expression(&mut self, cst: Cst<'t>) -> CValue {
        deep(|| self.evaluated(bare(cst)))
    }

    fn evaluated(&mut self, cst: Cst<'t>) -> CValue {
        let at = self.node_of(cst);
        match CForm::of(cst) {
            CForm::Inner(inner) => self.expression(inner),
            CForm::Name => self.name_or_place(cst, at),
            CForm::Literal => self.literal(cst, at),
            CForm::Short { left, right, is_and } => self.short((left, right), is_and, at),
            CForm::Binary { left, right, operator } => self.binary((left, right), operator, at),
            CForm::Unary(argument) => self.unary(argument, at),
            CForm::Update { argument, is_prefix } => self.update(argument, is_prefix, at),
            CForm::AddressOf(argument) => self.address(argument, at),
            CForm::Deref(_) | CForm::Member { .. } | CForm::Subscript { .. } => {
                let placed = self.place(cst);
                self.read(&placed, at)
            }
            CForm::Assignment { left, right, operator } => self.assignment((left, right), operator, at),
            CForm::Cast { kind, value } => self.cast(kind, value, at),
            CForm::Ternary { test, yes, no } => self.ternary(test, (yes, no), at),
            CForm::Comma { left, right } => self.comma(left, right, at),
            CForm::Call { function, arguments } => self.call(cst, (function, arguments), at),
            CForm::Compound { kind, list } => self.compound(kind, list, at),
            CForm::Unevaluated => {
                let mentions = self.mentions(cst);
                CValue { var: self.compute(at, &mentions), of: CType::INT }
            }
            CForm::List | CForm::Other => self.not_understood(cst, at, "this expression"),
        }
    }

    fn literal(&mut self, cst: Cst<'t>, at: Option<NodeId>) -> CValue {
        let word = self.word(cst);
        if !word.contains('"') {
            let is_float = word.contains('.') && !word.starts_with('\'');
            let kind = if is_float { NumberKind::DOUBLE } else { NumberKind::INT };
            return CValue { var: self.compute(at, &[]), of: CType::Number(kind) };
        }
        // The text of a macro may stand between others.
        let mentions = self.mentions(cst);
        self.requires(at, &mentions);
        let var = self.flow.temp();
        let kind = Made::Memory(FlowExtent::Several);
        self.flow.step(at, Act::Make { to: var, kind, holds: Vec::new() });
        CValue { var, of: CType::Number(NumberKind::BYTE).pointer_to() }
    }

    fn name_or_place(&mut self, cst: Cst<'t>, at: Option<NodeId>) -> CValue {
        let word = self.word(cst);
        if let Some((argument, context)) = self.here.args.get(word).cloned() {
            return self.within(context, |it| it.expression(argument));
        }
        match self.meaning(word) {
            Some(CMeaning::Variable(_)) => {
                let placed = self.place(cst);
                self.read(&placed, at)
            }
            _ => self.name(cst, at),
        }
    }

    /// A name that is no variable.
    pub(super) fn name(&mut self, cst: Cst<'t>, at: Option<NodeId>) -> CValue {
        let word = self.word(cst);
        match self.meaning(word) {
            Some(CMeaning::Function(function)) => {
                let to = self.closure(at, &function);
                self.compute(at, &[function.mention]);
                CValue { var: to, of: CType::Function(function.returns.into()) }
            }
            Some(CMeaning::Constant) => CValue { var: self.compute(at, &[]), of: CType::INT },
            _ if self.macros.contains_key(word) => self.macro_name(cst, word, at),
            _ => self.foreign_name(word, at),
        }
    }

    pub(super) fn foreign_name(&mut self, word: &str, at: Option<NodeId>) -> CValue {
        let state: Vec<VarId> = self.errno.into_iter().filter(|_| word == "errno").collect();
        CValue { var: self.compute(at, &state), of: CType::Unknown }
    }

    /// Evaluates things in the order in which they are written, and perhaps in the other, where that may matter: the
    /// compiler decides.
    pub(super) fn unordered(
        &mut self,
        parts: &[Cst<'t>],
        mut evaluate: impl FnMut(&mut CFlow<'t>, usize, Cst<'t>) -> VarId,
    ) -> (VarId, VarId) {
        let all = self.all_unordered(parts, &mut evaluate);
        (all[0], all[all.len() - 1])
    }

    pub(super) fn all_unordered(
        &mut self,
        parts: &[Cst<'t>],
        evaluate: &mut impl FnMut(&mut CFlow<'t>, usize, Cst<'t>) -> VarId,
    ) -> Vec<VarId> {
        let n_changing = parts.iter().filter(|part| changes(**part)).count();
        let n_reading = parts.iter().filter(|part| !is_constant(**part)).count();
        if n_changing == 0 || n_reading < 2 || self.n_orders >= MOST_ORDERS {
            return parts.iter().enumerate().map(|(idx, &part)| evaluate(self, idx, part)).collect();
        }
        self.n_orders += 1;
        let found: Vec<VarId> = parts.iter().map(|_| self.flow.temp()).collect();
        let mut order = |it: &mut CFlow<'t>, is_reversed: bool| {
            let mut values = Vec::new();
            for at in 0..parts.len() {
                let idx = if is_reversed { parts.len() - 1 - at } else { at };
                values.push((idx, evaluate(it, idx, parts[idx])));
            }
            values.into_iter().for_each(|(idx, value)| it.copy(None, found[idx], value));
        };
        self.flow.begin_block();
        order(self, true);
        let other = self.flow.end_block();
        // What is found out by the way is that of the order in which it is written.
        self.flow.begin_block();
        order(self, false);
        let then = self.flow.end_block();
        let test = self.flow.temp();
        self.flow.push(Flow::If { at: None, test, then, other });
        self.n_orders -= 1;
        found
    }

    fn short(&mut self, (left, right): (Cst<'t>, Cst<'t>), is_and: bool, at: Option<NodeId>) -> CValue {
        let first = self.expression(left).var;
        let to = self.flow.temp();
        let evaluated = self.block(|it| {
            let second = it.expression(right).var;
            it.flow.step(at, Act::Compute { to, from: vec![first, second] });
        });
        let skipped = self.block(|it| it.flow.step(at, Act::Compute { to, from: vec![first] }));
        let (then, other) = if is_and { (evaluated, skipped) } else { (skipped, evaluated) };
        self.flow.push(Flow::If { at, test: first, then, other });
        CValue { var: to, of: CType::INT }
    }

    fn ternary(&mut self, test: Cst<'t>, (yes, no): (Cst<'t>, Cst<'t>), at: Option<NodeId>) -> CValue {
        let test = self.expression(test).var;
        let to = self.flow.temp();
        let mut types = Vec::new();
        let mut side = |it: &mut CFlow<'t>, part: Cst<'t>| {
            it.block(|it| {
                let value = it.expression(part);
                if matches!(value.of, CType::Record(_)) {
                    it.requires(at, &[value.var]);
                }
                it.copy(at, to, value.var);
                types.push(value.of);
            })
        };
        let then = side(self, yes);
        let other = side(self, no);
        self.flow.push(Flow::If { at, test, then, other });
        let known = types.iter().filter(|of| **of != CType::Unknown);
        let of = known.max_by_key(|of| of.may_point()).cloned().unwrap_or(CType::Unknown);
        let of = if let CType::Array(inner) = of { CType::Pointer(inner) } else { of };
        CValue { var: to, of }
    }

    fn comma(&mut self, left: Cst<'t>, right: Cst<'t>, at: Option<NodeId>) -> CValue {
        self.expression(left);
        let value = self.expression(right);
        let to = self.flow.temp();
        self.copy(at, to, value.var);
        CValue { var: to, of: value.of }
    }

    /// `&` of something.
    fn address(&mut self, argument: Cst<'t>, at: Option<NodeId>) -> CValue {
        let placed = self.place(argument);
        let of = placed.of.clone().pointer_to();
        let to = self.flow.temp();
        match placed.place {
            CPlace::Variable(_) => return self.not_understood(argument, at, "the address of this"),
            CPlace::Part { base, index: Some(index), .. } => {
                self.requires(at, &[base]);
                let moved = self.flow.library(at, &[base, index], library::moved(&[0]));
                self.copy(at, to, moved);
            }
            CPlace::Part { base, .. } | CPlace::Whole(base) => {
                self.requires(at, &[base]);
                self.copy(at, to, base);
            }
            CPlace::Value(value) => {
                self.requires(at, &[value]);
                self.copy(at, to, value);
            }
        }
        CValue { var: to, of }
    }

    fn cast(&mut self, kind: Cst<'t>, value: Cst<'t>, at: Option<NodeId>) -> CValue {
        let text = self.here.text;
        let to = self.types.of_descriptor(kind, text);
        let from = self.expression(value);
        self.looks_at(&from, &to, value);
        // A pointer to anything goes on pointing to what it did.
        let of = match (&to, decayed(from.of.clone())) {
            (CType::Pointer(target), known @ CType::Pointer(_)) if **target == CType::Void => known,
            _ => to,
        };
        let to = self.flow.temp();
        self.copy(at, to, from.var);
        let mentions = self.mentions(kind);
        self.requires(at, &mentions);
        CValue { var: to, of }
    }

    /// `(struct p) { 1, 2 }`, of which nothing can go alone.
    fn compound(&mut self, kind: Cst<'t>, list: Cst<'t>, at: Option<NodeId>) -> CValue {
        let text = self.here.text;
        let of = self.types.of_descriptor(kind, text);
        let variable = self.new_variable("", of.clone(), self.around.is_none(), None);
        let written = self.initialise_list(&variable, list, at);
        self.requires(at, &written);
        let to = self.flow.temp();
        match of.is_aggregate() {
            true => self.copy(at, to, variable.var),
            false => {
                let placed = self.stored(&variable);
                let value = self.read(&placed, at);
                self.copy(at, to, value.var);
            }
        }
        CValue { var: to, of }
    }
}

/// Whether evaluating something may change anything.
pub(super) fn changes(cst: Cst<'_>) -> bool {
    cst.subtree().any(|part| {
        matches!(CForm::of(part), CForm::Call { .. } | CForm::Assignment { .. } | CForm::Update { .. })
    })
}

fn is_constant(cst: Cst<'_>) -> bool {
    let cst = bare(cst);
    match CForm::of(cst) {
        CForm::Literal | CForm::Unevaluated => true,
        CForm::Unary(argument) => is_constant(argument),
        _ => false,
    }
}
