//! Classes: methods, fields that the constructor makes, and what belongs to the class itself.

use std::collections::BTreeMap;

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowArgument, FlowCallee, FlowKey, FlowLowering, FunctionId, Made, Param, VarId};
use crate::languages::javascript::syntax::{
    ClassPart, ScriptExpression, body, class_parts, is_private, key, parts_of, value,
};

use super::expressions::accessor;
use super::forms::{MethodKind, is_static, method_kind};
use super::{ScriptFlow, ScriptSurroundings, argument};

pub(super) const CONSTRUCTOR: &str = "constructor";

impl ScriptFlow<'_> {
    pub(super) fn class(&mut self, cst: Cst<'_>, at: Option<NodeId>) -> VarId {
        let (heritage, members) = class_parts(cst);
        let base = heritage.and_then(|heritage| parts_of(heritage).next()).map(ScriptExpression::bare);
        let base_var = base.map(|base| self.expression(base));
        let class = self.flow.temp();
        let around = ScriptSurroundings { class: Some(class), ..self.around };
        let around = std::mem::replace(&mut self.around, around);
        self.enter_private(&members);
        let is_field = |kind: &ClassPart| matches!(kind, ClassPart::Field);
        let fields: Vec<Cst<'_>> = members
            .iter()
            .filter(|(kind, member)| is_field(kind) && !is_static(*member))
            .map(|it| it.1)
            .collect();
        let mut methods = Vec::new();
        let mut has_constructor = false;
        let mut own = Vec::new();
        let mut shows = Vec::new();
        for (kind, member) in &members {
            let (ClassPart::Method, Some(name)) = (kind, key(*member)) else { continue };
            let kind = method_kind(*member);
            let is_shown = !is_static(*member) && !is_private(name);
            shows.extend(self.node_of(*member).filter(|_| is_shown));
            let is_constructor = self.word(name) == CONSTRUCTOR && !is_static(*member);
            has_constructor |= is_constructor;
            let function = match is_constructor {
                true => self.constructor(*member, class, &fields),
                false => self.define_in(*member, Some(class), |_| {}),
            };
            match self.member_name(name, kind) {
                Some(name) if !is_static(*member) => methods.push((name, function)),
                Some(name) => own.push((name, function, *member)),
                None => _ = self.not_understood(*member, "a method without a constant name"),
            }
        }
        if !has_constructor && (base_var.is_some() || !fields.is_empty()) {
            let function = self.usual_constructor(class, base_var.is_some(), &fields);
            methods.push((CONSTRUCTOR.to_owned(), function));
        }
        let bases = base_var.into_iter().collect();
        let kind = Made::Class { bases, methods, constructor: CONSTRUCTOR.to_owned(), shows };
        self.flow.step(at, Act::Make { to: class, kind, holds: Vec::new() });
        for (name, function, member) in own {
            let at = self.node_of(member);
            let from = self.flow.temp();
            self.flow.step(at, Act::Closure { to: from, function });
            self.flow.step(at, Act::Store { base: class, key: FlowKey::Element(name), index: None, from });
        }
        self.around.this = class;
        for (kind, member) in
            members.into_iter().filter(|(_, member)| is_static(*member) || body(*member).is_some())
        {
            match kind {
                ClassPart::Field => self.field(class, member),
                ClassPart::StaticBlock => body(member).into_iter().for_each(|body| self.scoped(body)),
                ClassPart::Method => {}
            }
        }
        self.around = around;
        self.privates.pop();
        class
    }

    fn enter_private(&mut self, members: &[(ClassPart, Cst<'_>)]) {
        let mut private: BTreeMap<String, Vec<NodeId>> = BTreeMap::new();
        for &(_, member) in members {
            if let (Some(name), Some(node)) =
                (key(member).filter(|name| is_private(*name)), self.node_of(member))
            {
                private.entry(self.word(name).to_owned()).or_default().push(node);
            }
        }
        self.privates.push(private);
    }

    /// A name that only a class sees stays declared where it is used.
    pub(super) fn uses_private(&mut self, name: &str, at: Option<NodeId>) {
        let declared = self.privates.iter().rev().find_map(|private| private.get(name)).cloned();
        let (Some(at), Some(declared)) = (at, declared) else { return };
        declared.into_iter().for_each(|declared| self.flow.requires(at, declared));
    }

    fn member_name(&mut self, name: Cst<'_>, kind: MethodKind) -> Option<String> {
        match accessor(self.key(name).0, kind) {
            FlowKey::Element(name) => Some(name),
            _ => None,
        }
    }

    fn field(&mut self, base: VarId, member: Cst<'_>) {
        let at = self.node_of(member);
        let Some(name) = key(member) else { return };
        let (key, index) = self.key(name);
        let from = match value(member) {
            Some(value) => self.expression(value),
            None => self.literal(at),
        };
        let ordered = self.ordered(base, &key, at);
        self.flow.step(at, Act::Store { base, key, index, from });
        ordered.into_iter().for_each(|act| self.flow.step(at, act));
    }

    fn fields(&mut self, fields: &[Cst<'_>]) {
        let this = self.around.this;
        fields.iter().for_each(|&member| self.field(this, member));
    }

    fn constructor(&mut self, member: Cst<'_>, class: VarId, fields: &[Cst<'_>]) -> FunctionId {
        self.define_in(member, Some(class), |it| {
            // Nothing reads them before `super` has made the object, unless a constructor of the bases calls a method.
            it.fields(fields);
        })
    }

    /// What a class has for a constructor when none is written.
    fn usual_constructor(&mut self, class: VarId, has_base: bool, fields: &[Cst<'_>]) -> FunctionId {
        let function = self.flow.declare(None);
        self.in_function(function, |it, this| {
            let around = ScriptSurroundings { this, class: Some(class), generator: None };
            let around = std::mem::replace(&mut it.around, around);
            let mut params = Vec::new();
            if has_base {
                let var = it.flow.temp();
                params.push(Param { var, at: None, name: String::new(), is_rest: true });
                let all = FlowArgument { var, name: None, is_spread: true };
                it.call_base(None, "constructor", vec![argument(this), all]);
            }
            it.fields(fields);
            it.around = around;
            params
        });
        function
    }

    /// Calls what the bases of the class have.
    pub(super) fn call_base(&mut self, at: Option<NodeId>, name: &str, args: Vec<FlowArgument>) -> VarId {
        let to = self.flow.temp();
        let Some(class) = self.around.class else { return self.literal(at) };
        let this = self.around.this;
        if name == CONSTRUCTOR {
            // What errors and other classes of the language keep.
            if let Some(first) = args.get(1) {
                let from = first.var;
                self.flow.step(at, Act::Store { base: this, key: FlowKey::AnyElement, index: None, from });
            }
        }
        self.flow.risk(at, Act::Call { to, callee: FlowCallee::Base { class, name: name.to_owned() }, args });
        if name == CONSTRUCTOR
            && let Some(call) = at
            && let Some(constructor) = self.program.ancestors(call).find(|&above| self.is_method(above))
        {
            // Without it there is no object.
            self.flow.requires(constructor, call);
        }
        to
    }

    fn is_method(&self, node: NodeId) -> bool {
        self.program.kind(node) == "method_definition"
    }
}
