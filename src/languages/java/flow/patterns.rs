//! Patterns, whose names get parts of a value.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowLowering, VarId};
use crate::languages::java::syntax::named;

use super::JavaFlow;

impl<'c> JavaFlow<'c> {
    pub(super) fn instance_of(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let Some(left) = cst.child_by_field_name("left") else { return self.literal(at) };
        let value = self.expression(left);
        let mut names = Vec::new();
        if let Some(name) = cst.child_by_field_name("name") {
            let of = cst.child_by_field_name("right").map_or("", |of| self.word(of));
            self.bind(name, of, value, at);
        }
        if let Some(pattern) = cst.child_by_field_name("pattern") {
            self.take_apart(pattern, value, at, &mut names);
        }
        names.push(value);
        self.computed(at, names)
    }

    /// Gives a name that a pattern declares its value.
    fn bind(&mut self, name: Cst<'c>, of: &str, from: VarId, at: Option<NodeId>) {
        let also = self.node_of(name);
        let to = self.declare_local(name, at, of);
        self.step_also(at, also, Act::Copy { to, from });
    }

    /// A pattern of a case, or of a component of a record. What the match depends on goes to `tested`.
    pub(super) fn pattern(
        &mut self,
        cst: Cst<'c>,
        value: VarId,
        at: Option<NodeId>,
        tested: &mut Vec<VarId>,
    ) {
        match cst.kind() {
            "record_pattern" => self.take_apart(cst, value, at, tested),
            "type_pattern" | "record_pattern_component" => {
                tested.push(value);
                let parts: Vec<Cst<'c>> = named(cst).collect();
                if let Some(&name) = parts.last().filter(|name| name.kind() == "identifier") {
                    let of = parts.first().map_or("", |of| self.word(*of));
                    self.bind(name, of, value, at);
                }
            }
            _ => {
                if let Some(inner) = named(cst).next() {
                    self.pattern(inner, value, at, tested);
                }
            }
        }
    }

    /// A pattern that names a record and its components.
    fn take_apart(&mut self, cst: Cst<'c>, value: VarId, at: Option<NodeId>, tested: &mut Vec<VarId>) {
        tested.push(value);
        let Some(name) = named(cst).next() else { return };
        let of = self.types.named(self.word(name), self.current_type());
        let components = of.map(|of| self.types.all[of].components.clone()).unwrap_or_default();
        let body = named(cst).find(|part| part.kind() == "record_pattern_body");
        for (idx, part) in body.into_iter().flat_map(named).enumerate() {
            let component = match components.get(idx) {
                // Accessors may be written, and do anything.
                Some(component) => self.call_unnamed(None, &format!("{component}/0"), value),
                None => self.load_certain(None, value, crate::flow::FlowKey::AnyElement),
            };
            self.pattern(part, component, at, tested);
        }
    }
}
