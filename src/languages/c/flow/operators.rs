//! Operators and assignments.

use crate::ast::{Cst, NodeId};
use crate::flow::{FlowLowering, VarId};

use super::names::CMeaning;
use super::places::{CPlace, Placed};
use super::types::{CType, NumberKind};
use super::{CFlow, CValue, library};
use crate::languages::c::syntax::forms::{CForm, bare};

/// Operators that fail for no numbers, whatever these are.
const SAFE: [&str; 9] = ["==", "!=", "<", ">", "<=", ">=", "&", "|", "^"];

impl<'t> CFlow<'t> {
    pub(super) fn binary(
        &mut self,
        (left, right): (Cst<'t>, Cst<'t>),
        operator: &str,
        at: Option<NodeId>,
    ) -> CValue {
        let mut types = [CType::Unknown, CType::Unknown];
        let (first, second) = self.unordered(&[left, right], |it, idx, part| {
            let value = it.expression(part);
            types[idx] = value.of;
            value.var
        });
        let [left, right] = types;
        self.operation(CValue { var: first, of: left }, CValue { var: second, of: right }, operator, at)
    }

    /// What an operator makes of two values.
    fn operation(&mut self, left: CValue, right: CValue, operator: &str, at: Option<NodeId>) -> CValue {
        let args = [left.var, right.var];
        if SAFE[..6].contains(&operator) {
            return CValue { var: self.compute(at, &args), of: CType::INT };
        }
        let (of_left, of_right) = (decayed(left.of), decayed(right.of));
        let is_pointer = |of: &CType| matches!(of, CType::Pointer(_));
        if is_pointer(&of_left) && is_pointer(&of_right) && operator == "-" {
            return CValue { var: self.flow.library(at, &args, library::shallow()), of: CType::INT };
        }
        let moved: Vec<usize> = [&of_left, &of_right]
            .into_iter()
            .enumerate()
            .filter(|(_, of)| self.is_wild() || of.may_point())
            .map(|(idx, _)| idx)
            .collect();
        let of = match (&of_left, &of_right) {
            (CType::Pointer(_), _) => of_left,
            (_, CType::Pointer(_)) => of_right,
            (CType::Number(NumberKind::Float(_)), _) | (_, CType::Number(NumberKind::Float(_))) => {
                CType::Number(NumberKind::DOUBLE)
            }
            (CType::Unknown, _) | (_, CType::Unknown) => CType::Unknown,
            _ => CType::INT,
        };
        let var = match moved.is_empty() && SAFE.contains(&operator) {
            true => self.compute(at, &args),
            false => self.flow.library(at, &args, library::moved(&moved)),
        };
        CValue { var, of }
    }

    pub(super) fn unary(&mut self, argument: Cst<'t>, at: Option<NodeId>) -> CValue {
        let value = self.expression(argument);
        let of = match value.of {
            CType::Number(NumberKind::Float(_)) => value.of,
            _ => CType::INT,
        };
        let moved: &[usize] = if self.is_wild() { &[0] } else { &[] };
        CValue { var: self.flow.library(at, &[value.var], library::moved(moved)), of }
    }

    pub(super) fn update(&mut self, argument: Cst<'t>, is_prefix: bool, at: Option<NodeId>) -> CValue {
        let placed = self.place(argument);
        let before = self.read(&placed, self.read_at(argument, &placed, at));
        let one = CValue { var: self.compute(None, &[]), of: CType::INT };
        let after = self.operation(before.clone(), one, "+", at);
        self.write(&placed, &after, at);
        CValue { var: if is_prefix { after.var } else { before.var }, of: before.of }
    }

    /// Where a place is read that is written, too: at its own node, unless that is a name that stays with what writes it.
    fn read_at(&self, argument: Cst<'t>, placed: &Placed, at: Option<NodeId>) -> Option<NodeId> {
        let argument = bare(argument);
        let is_name = matches!(CForm::of(argument), CForm::Name);
        match placed.place {
            CPlace::Part { .. } if !is_name => self.node_of(argument).or(at),
            _ => at,
        }
    }

    pub(super) fn assignment(
        &mut self,
        (left, right): (Cst<'t>, Cst<'t>),
        operator: &str,
        at: Option<NodeId>,
    ) -> CValue {
        let mut placed = None;
        let mut of = CType::Unknown;
        let (merged, before) = (self.flow.temp(), self.flow.temp());
        let (base, value) = self.unordered(&[left, right], |it, idx, part| match idx {
            0 => {
                let found = it.place(part);
                if let CPlace::Part { index: Some(index), .. } = &found.place {
                    it.copy(None, merged, *index);
                }
                if !operator.is_empty() {
                    let read_at = it.read_at(part, &found, at);
                    let value = it.read(&found, read_at);
                    it.copy(None, before, value.var);
                }
                let base = base_of(&found);
                placed = Some(found);
                base.unwrap_or_else(|| it.flow.temp())
            }
            _ => {
                let value = it.expression(part);
                of = value.of;
                value.var
            }
        });
        let Some(mut placed) = placed else { return CValue { var: value, of } };
        placed.rebase(base, merged);
        let mut value = CValue { var: value, of };
        if operator.is_empty() {
            self.looks_at(&value, &placed.of, right);
        } else {
            let before = CValue { var: before, of: placed.of.clone() };
            value = self.operation(before, value, operator, at);
        }
        self.write(&placed, &value, at);
        match placed.of.is_aggregate() {
            true => CValue { var: base_of(&placed).unwrap_or(value.var), of: placed.of },
            // What is assigned is converted.
            false => CValue { var: value.var, of: placed.of },
        }
    }

    /// A value gets another type: its memory may be looked at as if it were something else.
    pub(super) fn looks_at(&mut self, value: &CValue, of: &CType, written: Cst<'t>) {
        let is_allocated = match CForm::of(bare(written)) {
            CForm::Call { function, .. } => library::allocates(self.word(bare(function))),
            CForm::Cast { .. } => true,
            _ => false,
        };
        let (CType::Pointer(to), from) = (of, decayed(value.of.clone())) else { return };
        match (&**to, &from) {
            (CType::Number(kind), CType::Pointer(from)) if **from == CType::Void && !is_allocated => {
                self.seen.from_void.insert(*kind);
            }
            (CType::Number(to), CType::Pointer(from)) => {
                self.seen.has_parts |= matches!(from.element(), CType::Number(from) if from != to);
            }
            _ => {}
        }
        self.seen.is_wild |= match (&**to, &from) {
            (CType::Unknown, _) | (_, CType::Unknown) => false,
            (CType::Void, _) => false,
            // Void pointers are handed on to what knows better.
            (CType::Number(NumberKind::BYTE), CType::Pointer(from)) if **from == CType::Void => !is_allocated,
            (_, CType::Pointer(from)) if **from == CType::Void => false,
            (CType::Record(to), CType::Pointer(from)) => match &**from {
                CType::Record(from) => !self.types.begins(*to, *from),
                _ => true,
            },
            (to, CType::Pointer(from)) => {
                let same = matches!(to, CType::Array(_) | CType::Function(_))
                    || to.element().kind() == from.element().kind();
                !same || matches!(**from, CType::Record(_))
            }
            (_, CType::Number(_)) => !self.is_plain(written),
            (_, CType::Record(_) | CType::Array(_) | CType::Void) => false,
            (_, CType::Function(_)) => false,
        };
    }
}

impl CFlow<'_> {
    /// Whether something is a number with or without a name.
    fn is_plain(&self, written: Cst<'_>) -> bool {
        let written = bare(written);
        match CForm::of(written) {
            CForm::Literal => true,
            CForm::Name => {
                let name = &self.here.text[written.byte_range()];
                !matches!(self.scopes.find(name), Some(CMeaning::Variable(_)))
            }
            _ => false,
        }
    }
}

/// What a value of a type is where it is computed with.
pub(super) fn decayed(of: CType) -> CType {
    match of {
        CType::Array(inner) => CType::Pointer(inner),
        CType::Function(_) => of.pointer_to(),
        of => of,
    }
}

fn base_of(placed: &Placed) -> Option<VarId> {
    match placed.place {
        CPlace::Part { base, .. } | CPlace::Whole(base) => Some(base),
        CPlace::Variable(_) | CPlace::Value(_) => None,
    }
}
