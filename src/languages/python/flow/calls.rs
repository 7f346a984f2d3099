//! Calls: of what the program defines, and of what it does not.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowArgument, FlowCallee, FlowKey, FlowLowering, Leap, VarId};
use crate::languages::python::syntax::{PythonExpression, is_keyword, named, stars};

use super::PythonFlow;
use super::library;

/// An argument by its place.
pub(super) fn argument(var: VarId) -> FlowArgument {
    FlowArgument { var, name: None, is_spread: false }
}

impl PythonFlow<'_> {
    pub(super) fn call(&mut self, cst: Cst<'_>, function: Cst<'_>, arguments: Cst<'_>) -> VarId {
        let at = self.node_of(cst);
        let function = PythonExpression::bare(function);
        if let Some(path) = self.path_of(function) {
            return self.foreign_call(&path, arguments, at);
        }
        if let PythonExpression::Attribute(Some(object)) = PythonExpression::of(function) {
            let name =
                function.child_by_field_name("attribute").map_or("", |name| self.word(name)).to_owned();
            if let Some((class, receiver)) = self.base_of(object) {
                let mut args = vec![argument(receiver)];
                args.extend(self.arguments(arguments));
                return self.called(at, FlowCallee::Base { class, name }, args);
            }
            let object = self.expression(object);
            let mut args = vec![argument(object)];
            args.extend(self.arguments(arguments));
            let otherwise = library::method(&name, args.len(), key_argument(&args), self.flow.world());
            return self.called(at, FlowCallee::Method { name, otherwise }, args);
        }
        let value = self.expression(function);
        let args = self.arguments(arguments);
        self.call_value(at, value, args)
    }

    pub(super) fn call_value(&mut self, at: Option<NodeId>, value: VarId, args: Vec<FlowArgument>) -> VarId {
        let otherwise = library::function("", args.len(), None, self.flow.world());
        self.called(at, FlowCallee::Value { value, otherwise }, args)
    }

    fn called(&mut self, at: Option<NodeId>, callee: FlowCallee, args: Vec<FlowArgument>) -> VarId {
        let to = self.flow.temp();
        self.flow.risk(at, Act::Call { to, callee, args });
        to
    }

    /// `super()` in a method: the class, and the object.
    fn base_of(&mut self, object: Cst<'_>) -> Option<(VarId, VarId)> {
        let around = self.class?;
        let PythonExpression::Call { function: Some(function), arguments: Some(_) } =
            PythonExpression::of(object)
        else {
            return None;
        };
        (self.word(function) == "super").then_some((around.class, around.receiver?))
    }

    fn foreign_call(&mut self, path: &str, arguments: Cst<'_>, at: Option<NodeId>) -> VarId {
        let args = self.arguments(arguments);
        let effect = library::function(path, args.len(), key_argument(&args), self.flow.world());
        let to = self.called(at, FlowCallee::Library(effect), args);
        if matches!(path, "sys.exit" | "exit" | "quit" | "os._exit") {
            self.flow.jump(at, Leap::Throw(None));
        }
        to
    }

    fn arguments(&mut self, arguments: Cst<'_>) -> Vec<FlowArgument> {
        if let Some(only) = self.generator(arguments) {
            return vec![argument(only)];
        }
        let mut args = Vec::new();
        for cst in named(arguments) {
            let inner = match PythonExpression::of(cst) {
                PythonExpression::Splat(Some(inner)) => inner,
                PythonExpression::Pair { key: None, value: Some(value) } => value,
                _ => cst,
            };
            let mut var = self.expression(inner);
            if is_keyword(cst) || stars(cst).is_some() {
                let from = var;
                var = self.flow.temp();
                let at = self.node_of(cst);
                self.copy(at, var, from);
            }
            let name = is_keyword(cst).then(|| cst.child_by_field_name("name")).flatten();
            let name = name.map(|name| self.word(name).to_owned());
            let is_spread = stars(cst).is_some();
            args.push(FlowArgument { var, name, is_spread });
        }
        args
    }

    /// The class of a definition, as its methods know it.
    pub(super) fn class_field(&mut self, class: VarId, name: &str, from: VarId, at: Option<NodeId>) {
        let store = Act::Store { base: class, key: FlowKey::Field(name.to_owned()), index: None, from };
        self.flow.step(at, store);
    }
}

/// The argument that is called for each element.
fn key_argument(args: &[FlowArgument]) -> Option<usize> {
    args.iter().position(|arg| arg.name.as_deref() == Some("key"))
}
