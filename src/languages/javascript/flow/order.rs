//! The order in which an object has its parts: that of the first writes, also where a later one takes their values away.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowKey, FlowLowering, VarId};
use crate::languages::javascript::syntax::{
    ClassPart, class_parts, is_class, is_function, key, name, parts_of,
};
use crate::stack::deep;

use super::ScriptFlow;
use super::classes::CONSTRUCTOR;
use super::forms::{ListItem, ScriptForm, constant_key};

/// The part of an object that stands for the order of the others.
pub(super) fn order() -> FlowKey {
    FlowKey::Kind("order".to_owned())
}

impl ScriptFlow<'_> {
    /// What the write of a part does to the order of all, where another write may come after it.
    pub(super) fn ordered(&mut self, base: VarId, key: &FlowKey, at: Option<NodeId>) -> Option<Act> {
        self.is_replaced(key).then(|| {
            let from = self.literal(at);
            Act::Store { base, key: order(), index: None, from }
        })
    }

    /// Whether several writes may give one object this part.
    pub(super) fn is_replaced(&self, key: &FlowKey) -> bool {
        matches!(key, FlowKey::Element(name) if self.written.get(name).is_some_and(|n| *n > 1))
    }

    /// Counts the writes of parts, by their names: `weight` for each, which is two where it may be done again.
    pub(super) fn written_in(&mut self, cst: Cst<'_>, weight: usize) {
        let target = match (ScriptForm::of(cst), ListItem::of(cst)) {
            (ScriptForm::Assignment { left, .. }, _) => match ScriptForm::of(left) {
                ScriptForm::Member { name, .. } => Some(name),
                ScriptForm::Subscript { index, .. } => Some(index),
                _ => None,
            },
            (_, ListItem::Pair { key, .. }) => Some(key),
            (_, ListItem::Shorthand) => Some(cst),
            (_, ListItem::Method(_)) => key(cst),
            _ => None,
        };
        let fields =
            class_parts(cst).1.into_iter().filter(|(part, _)| is_class(cst) && *part == ClassPart::Field);
        let keys = target.into_iter().chain(fields.filter_map(|(_, field)| key(field)));
        for name in keys.filter_map(|key| constant_key(key, self.text)) {
            let is_place = name.bytes().all(|byte| byte.is_ascii_digit());
            *self.written.entry(name).or_default() += if is_place { 0 } else { weight };
        }
        let is_constructor = name(cst).is_some_and(|name| self.word(name) == CONSTRUCTOR);
        let weight = if is_function(cst) && !is_constructor { 2 } else { weight };
        deep(|| parts_of(cst).for_each(|child| self.written_in(child, weight)));
    }
}
