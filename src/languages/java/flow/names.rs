//! What names mean where they stand: variables, fields, types.

use std::collections::BTreeMap;

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowKey, FlowLowering, VarId};

use super::JavaFlow;
use super::types::{TypeIdx, is_primitive};

/// A variable of a method.
#[derive(Clone, Copy, Debug)]
pub(super) struct JavaLocal {
    pub(super) var: VarId,
    /// What declares it, where that can go.
    pub(super) at: Option<NodeId>,
    pub(super) is_primitive: bool,
    /// Its type, if that is one of the program.
    pub(super) of: Option<TypeIdx>,
}

/// Where names are looked for.
#[derive(Clone, Debug)]
pub(super) enum JavaScope {
    Locals(BTreeMap<String, JavaLocal>),
    /// Members of a type, of this object.
    Members(TypeIdx, Option<VarId>),
}

/// What a name means.
#[derive(Clone, Copy, Debug)]
pub(super) enum JavaMeaning {
    Local(JavaLocal),
    /// Of this object.
    Field(TypeIdx, Option<VarId>),
    Static(TypeIdx),
    Type(TypeIdx),
    Unknown,
}

impl JavaFlow<'_> {
    pub(super) fn meaning(&self, name: &str) -> JavaMeaning {
        for scope in self.scopes.iter().rev() {
            match scope {
                JavaScope::Locals(locals) => {
                    if let Some(local) = locals.get(name) {
                        return JavaMeaning::Local(*local);
                    }
                }
                JavaScope::Members(of, this) => {
                    if let Some((declared, field)) = self.types.field(*of, name) {
                        return match field.is_static {
                            true => JavaMeaning::Static(declared),
                            false => JavaMeaning::Field(declared, *this),
                        };
                    }
                }
            }
        }
        match self.types.named(name, self.current_type()) {
            Some(of) if self.types.is_named(name) => JavaMeaning::Type(of),
            _ => JavaMeaning::Unknown,
        }
    }

    /// The type whose members are being lowered.
    pub(super) fn current_type(&self) -> Option<TypeIdx> {
        self.scopes.iter().rev().find_map(|scope| match scope {
            JavaScope::Members(of, _) => Some(*of),
            JavaScope::Locals(_) => None,
        })
    }

    /// The object whose method is being lowered.
    pub(super) fn this(&mut self) -> VarId {
        let found = self.scopes.iter().rev().find_map(|scope| match scope {
            JavaScope::Members(_, this) => Some(*this),
            JavaScope::Locals(_) => None,
        });
        match found.flatten() {
            Some(this) => this,
            None => self.literal(None),
        }
    }

    /// The object of a type around that has this type as its own or a base.
    pub(super) fn this_of(&mut self, of: TypeIdx) -> VarId {
        let found = self.scopes.iter().rev().find_map(|scope| match scope {
            JavaScope::Members(idx, this) if self.types.above(*idx).contains(&of) => *this,
            _ => None,
        });
        match found {
            Some(this) => this,
            None => self.this(),
        }
    }

    pub(super) fn enter(&mut self) {
        self.scopes.push(JavaScope::Locals(BTreeMap::new()));
    }

    pub(super) fn leave(&mut self) {
        self.scopes.pop();
    }

    /// A new variable of the innermost scope, declared at a node.
    pub(super) fn declare_local(&mut self, name: Cst<'_>, at: Option<NodeId>, of: &str) -> VarId {
        let var = self.flow.temp();
        let local = JavaLocal { var, at, is_primitive: is_primitive(of), of: self.type_in(of) };
        let word = self.word(name).to_owned();
        match self.scopes.last_mut() {
            Some(JavaScope::Locals(locals)) => _ = locals.insert(word, local),
            _ => self.scopes.push(JavaScope::Locals(BTreeMap::from([(word, local)]))),
        }
        var
    }

    /// Which part of an object a field is.
    pub(super) fn field_key(&self, name: &str) -> FlowKey {
        match self.types.is_hidden(name) {
            true => FlowKey::AnyElement,
            false => FlowKey::Field(name.to_owned()),
        }
    }

    /// The value of a name.
    pub(super) fn name(&mut self, cst: Cst<'_>, at: Option<NodeId>) -> VarId {
        let word = self.word(cst);
        match self.meaning(word) {
            JavaMeaning::Local(local) => {
                self.requires(at, local.at);
                let to = self.flow.temp();
                self.copy(at, to, local.var);
                to
            }
            JavaMeaning::Static(of) => self.static_field(of, word, at),
            JavaMeaning::Field(of, this) => {
                let this = match this {
                    Some(this) => this,
                    None => self.this_of(of),
                };
                self.require_field(of, word, at);
                let key = self.field_key(word);
                self.load_certain(at, this, key)
            }
            JavaMeaning::Type(_) => self.literal(at),
            // A field that a base outside of the program has.
            JavaMeaning::Unknown => {
                let this = self.this();
                self.load_certain(at, this, FlowKey::AnyElement)
            }
        }
    }

    pub(super) fn require_field(&mut self, of: TypeIdx, name: &str, at: Option<NodeId>) {
        let node = self.types.all[of].fields.get(name).and_then(|field| field.node);
        self.requires(at, node);
    }

    pub(super) fn static_field(&mut self, of: TypeIdx, name: &str, at: Option<NodeId>) -> VarId {
        self.wake(of, at);
        self.require_field(of, name, at);
        let to = self.flow.temp();
        match self.types.all[of].fields.get(name).map(|field| field.var) {
            Some(from) => self.copy(at, to, from),
            None => return self.literal(at),
        }
        to
    }

    /// Gives a name its value.
    pub(super) fn assign_name(&mut self, name: Cst<'_>, from: VarId, at: Option<NodeId>) {
        let word = self.word(name);
        let also = self.node_of(name).filter(|&node| Some(node) != at);
        match self.meaning(word) {
            JavaMeaning::Local(local) => {
                self.requires(at, local.at);
                self.step_also(at, also, Act::Copy { to: local.var, from });
            }
            JavaMeaning::Static(of) => self.assign_static(of, word, from, (at, also)),
            JavaMeaning::Field(of, this) => {
                let base = match this {
                    Some(this) => this,
                    None => self.this_of(of),
                };
                self.require_field(of, word, at);
                let key = self.field_key(word);
                self.step_also(at, also, Act::Store { base, key, index: None, from });
            }
            JavaMeaning::Type(_) | JavaMeaning::Unknown => {
                let base = self.this();
                self.step_also(at, also, Act::Store { base, key: FlowKey::AnyElement, index: None, from });
            }
        }
    }

    pub(super) fn assign_static(
        &mut self,
        of: TypeIdx,
        name: &str,
        from: VarId,
        (at, also): (Option<NodeId>, Option<NodeId>),
    ) {
        self.wake(of, at);
        self.require_field(of, name, at);
        if let Some(to) = self.types.all[of].fields.get(name).map(|field| field.var) {
            self.step_also(at, also, Act::Copy { to, from });
        }
    }

    /// Makes the static fields of a type whose time is not known.
    pub(super) fn wake(&mut self, of: TypeIdx, at: Option<NodeId>) {
        if let Some(function) = self.types.all[of].makes_late
            && self.current_type() != Some(of)
        {
            _ = self.call_function(at, function, &[]);
        }
    }
}
