//! Calls: of what the program defines, and of what it does not.

use crate::ast::{Cst, NodeId};
use crate::flow::{
    Act, FlowArgument, FlowCallee, FlowDepth, FlowEffect, FlowKey, FlowLowering, FlowShape, Leap, VarId,
};
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
            if let Some(value) = self.by_name(&path, arguments, at) {
                return value;
            }
            return self.foreign_call(&path, arguments, at);
        }
        if let PythonExpression::Attribute(Some(object)) = PythonExpression::of(function) {
            let name =
                function.child_by_field_name("attribute").map_or("", |name| self.word(name)).to_owned();
            if let Some((class, receiver)) = self.base_of(object) {
                let mut args = vec![argument(receiver)];
                args.extend(self.arguments(arguments));
                return self.called_above(at, (class, name), args);
            }
            let object = self.expression(object);
            let given = self.arguments(arguments);
            let object = self.with_names(object, &given, arguments);
            let mut args = vec![argument(object)];
            args.extend(given.iter().cloned());
            let otherwise = library::method(&name, args.len(), key_argument(&args), self.flow.world());
            let result = self.called(at, FlowCallee::Method { name, otherwise }, args);
            let Some(hooked) = self.hooked(object, at) else { return result };
            let other = self.call_value(at, hooked, given);
            return self.either_of(result, other);
        }
        let value = self.expression(function);
        let args = self.arguments(arguments);
        let value = self.with_names(value, &args, arguments);
        self.call_value(at, value, args)
    }

    /// What is called, with the names that dictionaries give to its parameters.
    fn with_names(&mut self, called: VarId, args: &[FlowArgument], arguments: Cst<'_>) -> VarId {
        let is_given = named(arguments).map(|argument| stars(argument) == Some(2));
        let given = args.iter().zip(is_given).filter(|(_, is_given)| *is_given).map(|(arg, _)| arg.var);
        let all: Vec<VarId> = std::iter::once(called).chain(given).collect();
        if all.len() == 1 || self.facts.names_given.is_empty() {
            return called;
        }
        let effect = FlowEffect { result: vec![FlowShape::Whole(0)], ..FlowEffect::plain() };
        self.flow.library(None, &all, FlowEffect { reads: FlowDepth::Elements, ..effect })
    }

    /// Whether an object has something depends on what defines it.
    fn requires_functions(&mut self, prefix: &str, at: Option<NodeId>) {
        let is_it = |node: &NodeId| {
            self.program.kind(*node) == "function_definition" && self.program.label(*node).starts_with(prefix)
        };
        let defined: Vec<NodeId> = self.program.ids().filter(is_it).collect();
        for (at, needed) in at.into_iter().flat_map(|at| defined.iter().map(move |needed| (at, *needed))) {
            self.flow.requires(at, needed);
        }
    }

    pub(super) fn call_value(&mut self, at: Option<NodeId>, value: VarId, args: Vec<FlowArgument>) -> VarId {
        let otherwise = library::function("", args.len(), None, self.flow.world());
        self.called(at, FlowCallee::Value { value, otherwise }, args)
    }

    pub(super) fn called(
        &mut self,
        at: Option<NodeId>,
        callee: FlowCallee,
        args: Vec<FlowArgument>,
    ) -> VarId {
        let to = self.flow.temp();
        self.flow.risk(at, Act::Call { to, callee, args });
        to
    }

    /// A method of a base, which may be none of the program's and work on what the object is made of.
    fn called_above(
        &mut self,
        at: Option<NodeId>,
        (class, name): (VarId, String),
        args: Vec<FlowArgument>,
    ) -> VarId {
        let is_made = name.starts_with("__init") || name == "__exit__" || name == "__enter__";
        let vars: Vec<VarId> = args.iter().map(|arg| arg.var).collect();
        let result = self.called(at, FlowCallee::Base { class, name: name.clone() }, args);
        if is_made || !self.facts.has_foreign_bases {
            return result;
        }
        let effect = library::method(&name, vars.len(), None, self.flow.world());
        let foreign = self.flow.library(at, &vars, effect);
        self.either_of(result, foreign)
    }

    /// Functions of Python's own that read and write attributes by their names, or print into an object.
    fn by_name(&mut self, path: &str, arguments: Cst<'_>, at: Option<NodeId>) -> Option<VarId> {
        let given: Vec<Cst<'_>> = named(arguments).collect();
        match (path, &given[..]) {
            ("getattr", [object, name, rest @ ..]) => {
                let base = self.expression(*object);
                let mut values = vec![match self.constant_text(*name) {
                    Some(name) => self.member_by(base, name, at),
                    None => {
                        let index = self.expression(*name);
                        let prefix = self.beginning(*name);
                        self.flow.library(at, &[base, index], library::any_member(prefix))
                    }
                }];
                values.extend(rest.iter().map(|value| self.expression(*value)).collect::<Vec<_>>());
                let either = FlowEffect {
                    result: (0..values.len()).map(FlowShape::Whole).collect(),
                    ..library::shallow()
                };
                Some(self.flow.library(at, &values, either))
            }
            ("hasattr", [object, name]) => {
                let base = self.expression(*object);
                let index = self.expression(*name);
                let prefix = self.constant_text(*name).unwrap_or_default();
                self.requires_functions(prefix, at);
                let member = self.flow.library(at, &[base, index], library::any_member(prefix.to_owned()));
                Some(self.flow.library(at, &[member, base], library::plain()))
            }
            ("setattr", [object, name, value]) => {
                let name = self.constant_text(*name)?;
                let base = self.expression(*object);
                let value = self.expression(*value);
                self.set_member(base, name, value, at);
                Some(self.literal(None))
            }
            ("print", _) => self.print_into(&given, arguments, at),
            _ => None,
        }
    }

    /// `print(…, file=f)`, which writes to an object.
    fn print_into(&mut self, given: &[Cst<'_>], arguments: Cst<'_>, at: Option<NodeId>) -> Option<VarId> {
        let is_file = |argument: &&Cst<'_>| {
            let name = argument.child_by_field_name("name");
            is_keyword(**argument) && name.is_some_and(|name| self.word(name) == "file")
        };
        let file = given.iter().find(is_file)?.child_by_field_name("value")?;
        if self.path_of(file).is_some() {
            return None;
        }
        let args = self.arguments(arguments);
        let file = args.iter().find(|arg| arg.name.as_deref() == Some("file"))?.var;
        let values: Vec<VarId> = args.iter().map(|arg| arg.var).collect();
        let text = self.flow.library(at, &values, library::plain());
        let otherwise =
            FlowEffect { puts: vec![(0, FlowShape::Plain)], changes: vec![0], ..library::plain() };
        let callee = FlowCallee::Method { name: "write".to_owned(), otherwise };
        Some(self.called(at, callee, vec![argument(file), argument(text)]))
    }

    /// What a computed text begins with, as far as that is written in it.
    fn beginning(&self, cst: Cst<'_>) -> String {
        let first = match PythonExpression::of(cst) {
            PythonExpression::Values(values) => values.first().copied().unwrap_or(cst),
            _ => cst,
        };
        let word = self.word(first).trim_start_matches(['f', 'F']);
        let is_text = matches!(PythonExpression::of(first), PythonExpression::Text(_));
        let inner = word.trim_matches(['"', '\'']);
        match is_text && !inner.contains(['\\', '%']) {
            true => inner.split('{').next().unwrap_or("").to_owned(),
            false => String::new(),
        }
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
            let asked = match stars(cst) {
                Some(2) => Some(library::MAPPED),
                Some(_) => Some(library::ELEMENTS),
                None => None,
            };
            let mut var = self.expression(inner);
            if is_keyword(cst) || asked.is_some() {
                let from = var;
                var = self.flow.temp();
                let at = self.node_of(cst);
                self.copy(at, var, from);
                if let Some(methods) = asked {
                    var = self.asked(var, methods, at);
                }
            }
            let name = is_keyword(cst).then(|| cst.child_by_field_name("name")).flatten();
            let name = name.map(|name| self.word(name).to_owned());
            args.push(FlowArgument { var, name, is_spread: asked.is_some() });
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
