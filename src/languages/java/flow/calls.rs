//! Calls: of what the program declares, and of what it does not.

use crate::ast::{Cst, NodeId};
use crate::flow::{
    Act, FlowArgument, FlowCallee, FlowEffect, FlowHeld, FlowKey, FlowLowering, FunctionId, Leap, Made, VarId,
};
use crate::languages::java::syntax::named;

use super::library::{self, LibraryUse};
use super::names::{JavaMeaning, JavaScope};
use super::types::{TypeForm, TypeIdx};
use super::{JavaFlow, LoweredLater, argument};

/// A call as it is written.
pub(super) struct JavaCall<'c> {
    pub(super) name: &'c str,
    pub(super) args: Vec<VarId>,
    pub(super) at: Option<NodeId>,
}

impl<'c> JavaFlow<'c> {
    /// Calls one function of the program, with the object first where it takes one.
    pub(super) fn call_function(
        &mut self,
        at: Option<NodeId>,
        function: FunctionId,
        args: &[VarId],
    ) -> VarId {
        let value = self.flow.temp();
        self.flow.step(None, Act::Closure { to: value, function });
        self.call_value(at, value, args)
    }

    /// Calls what a variable holds.
    pub(super) fn call_value(&mut self, at: Option<NodeId>, value: VarId, args: &[VarId]) -> VarId {
        let to = self.flow.temp();
        let otherwise = library::unknown(args.len());
        let args = args.iter().copied().map(argument).collect();
        self.flow.risk(at, Act::Call { to, callee: FlowCallee::Value { value, otherwise }, args });
        to
    }

    pub(super) fn invocation(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let name = cst.child_by_field_name("name").map_or("", |name| self.word(name));
        let object = cst.child_by_field_name("object");
        let has_super = named(cst).any(|part| part.kind() == "super");
        if object.is_some_and(|object| object.kind() == "super") || has_super {
            let args = self.arguments(cst);
            return self.super_call(JavaCall { name, args, at });
        }
        let Some(object) = object else {
            let args = self.arguments(cst);
            return self.unqualified(JavaCall { name, args, at });
        };
        if let Some(of) = self.type_of_name(object) {
            let args = self.arguments(cst);
            return self.static_call(of, JavaCall { name, args, at });
        }
        if let Some(class) = self.foreign_class(object) {
            return self.foreign_call(class, name, cst, at);
        }
        let receiver = self.expression(object);
        if library::is_deferred(name) && !self.types.has_method(name) {
            let around = std::mem::replace(&mut self.is_deferred, true);
            let args = self.arguments(cst);
            self.is_deferred = around;
            return self.method_call(receiver, JavaCall { name, args, at }, Some(cst));
        }
        let args = self.arguments(cst);
        self.method_call(receiver, JavaCall { name, args, at }, Some(cst))
    }

    /// The values of arguments, in order.
    pub(super) fn arguments(&mut self, cst: Cst<'c>) -> Vec<VarId> {
        let all: Vec<Cst<'c>> = cst.child_by_field_name("arguments").into_iter().flat_map(named).collect();
        all.into_iter().map(|cst| self.expression(cst)).collect()
    }

    /// The type that an expression names.
    pub(super) fn type_of_name(&self, cst: Cst<'_>) -> Option<TypeIdx> {
        match cst.kind() {
            "identifier" => match self.meaning(self.word(cst)) {
                JavaMeaning::Type(of) => Some(of),
                _ => None,
            },
            "field_access" => {
                let field = self.word(cst.child_by_field_name("field")?);
                let object = cst.child_by_field_name("object")?;
                let is_path = self.type_of_name(object).is_some() || self.is_package(object);
                self.types.named(field, self.current_type()).filter(|_| is_path && self.types.is_named(field))
            }
            _ => None,
        }
    }

    /// Whether an expression is a path of names none of which is known.
    fn is_package(&self, cst: Cst<'_>) -> bool {
        match cst.kind() {
            "identifier" => {
                let word = self.word(cst);
                let is_unknown = matches!(self.meaning(word), JavaMeaning::Unknown);
                is_unknown && !self.has_foreign_base()
            }
            "field_access" => cst.child_by_field_name("object").is_some_and(|object| self.is_package(object)),
            _ => false,
        }
    }

    /// Whether a name that nothing declares may be a member that a base outside of the program has.
    fn has_foreign_base(&self) -> bool {
        let Some(of) = self.current_type() else { return false };
        let mut foreign = self.types.above(of).into_iter().flat_map(|above| &self.types.all[above].foreign);
        foreign.any(|name| library::abstract_methods(name).is_none())
    }

    /// The class of Java's own that an expression names.
    pub(super) fn foreign_class(&self, cst: Cst<'_>) -> Option<&'c str> {
        let last = match cst.kind() {
            "identifier" => cst,
            "field_access" => cst.child_by_field_name("field")?,
            _ => return None,
        };
        let word = self.word(last);
        let is_class = word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.contains(|c: char| c.is_ascii_lowercase());
        let is_unknown = match cst.kind() {
            "identifier" => matches!(self.meaning(word), JavaMeaning::Unknown),
            _ => self.is_package(cst),
        };
        (is_class && is_unknown).then_some(word)
    }

    /// A call of what has no object before it: a method of a type around.
    fn unqualified(&mut self, call: JavaCall<'c>) -> VarId {
        let key = self.types.key(call.name, call.args.len());
        let around: Vec<(TypeIdx, Option<VarId>)> = self
            .scopes
            .iter()
            .rev()
            .filter_map(|scope| match scope {
                JavaScope::Members(of, this) => Some((*of, *this)),
                JavaScope::Locals(_) => None,
            })
            .collect();
        for &(of, this) in &around {
            if !self.types.methods(of, &key).is_empty() {
                return self.own_call(of, this, call);
            }
        }
        // What a base outside of the program has, or a static import.
        let has_base =
            |of: TypeIdx| self.types.above(of).iter().any(|&above| !self.types.all[above].foreign.is_empty());
        let found = around.iter().find(|(of, this)| this.is_some() && has_base(*of));
        match found {
            Some(&(_, Some(this))) => self.method_call(this, call, None),
            _ => {
                let enumeration = around.iter().find(|(of, _)| self.types.all[*of].form == TypeForm::Enum);
                match (call.name, enumeration) {
                    ("values" | "valueOf", Some(&(of, _))) => self.constants(of, call),
                    _ => self.library_call(
                        call.at,
                        library::function("", call.name, call.args.len()),
                        call.args,
                    ),
                }
            }
        }
    }

    /// A call of a method of this type, or what it inherits.
    fn own_call(&mut self, of: TypeIdx, this: Option<VarId>, call: JavaCall<'c>) -> VarId {
        let key = self.types.key(call.name, call.args.len());
        let found = self.types.methods(of, &key);
        let has_own = found.iter().any(|method| !method.is_static);
        match (has_own, this) {
            (true, Some(this)) if !found.iter().any(|method| method.is_static) => {
                self.method_call(this, call, None)
            }
            (true, Some(this)) => {
                let test = self.literal(None);
                let JavaCall { name, args, at } = call;
                let again = args.clone();
                self.either(
                    None,
                    test,
                    |it| it.method_call(this, JavaCall { name, args, at }, None),
                    |it| it.static_call(of, JavaCall { name, args: again, at }),
                )
            }
            _ => self.static_call(of, call),
        }
    }

    /// A call of a static method of a type.
    pub(super) fn static_call(&mut self, of: TypeIdx, call: JavaCall<'c>) -> VarId {
        self.wake(of, call.at);
        let key = self.types.key(call.name, call.args.len());
        let all = self.types.methods(of, &key);
        let nodes: Vec<Option<NodeId>> = all.iter().map(|method| method.node).collect();
        let functions: Vec<FunctionId> = all.iter().filter(|it| it.is_static).map(|it| it.function).collect();
        if nodes.len() > 1 {
            // Of several javac takes the one with the right types.
            nodes.into_iter().for_each(|node| self.requires(call.at, node));
        }
        if functions.is_empty() {
            return match (self.types.all[of].form, call.name) {
                (TypeForm::Enum, "values" | "valueOf") => self.constants(of, call),
                _ => self.library_call(call.at, library::function("", call.name, call.args.len()), call.args),
            };
        }
        let args = self.with_rest(call.name, call.args);
        let at = call.at;
        self.any_function(at, functions, &args)
    }

    /// Calls one of these functions.
    pub(super) fn any_function(
        &mut self,
        at: Option<NodeId>,
        functions: Vec<FunctionId>,
        args: &[VarId],
    ) -> VarId {
        let each = functions.into_iter().map(|function| {
            let call: LoweredLater<'_, 'c> =
                Box::new(move |it: &mut Self| it.call_function(at, function, args));
            call
        });
        match self.one_of(each.collect()) {
            Some(to) => to,
            None => self.literal(at),
        }
    }

    /// A call of what the bases have.
    fn super_call(&mut self, call: JavaCall<'c>) -> VarId {
        let this = self.this();
        let key = self.types.key(call.name, call.args.len());
        let supers = self.current_type().map(|of| self.types.all[of].supers.clone()).unwrap_or_default();
        let functions: Vec<FunctionId> = supers
            .into_iter()
            .flat_map(|above| self.types.resolved(above))
            .filter(|(other, _)| *other == key)
            .map(|(_, method)| method.function)
            .collect();
        if functions.is_empty() {
            let (used, mut args) = self.used_by((call.name, true), this, call.args.len());
            args.splice(1..1, call.args);
            return self.library_call(call.at, used, args);
        }
        let mut args = vec![this];
        args.extend(self.with_rest(call.name, call.args));
        self.any_function(call.at, functions, &args)
    }

    /// A method of an object is called.
    pub(super) fn method_call(&mut self, receiver: VarId, call: JavaCall<'c>, cst: Option<Cst<'c>>) -> VarId {
        let JavaCall { name, args, at } = call;
        let is_ours = self.types.has_method(name);
        if !is_ours {
            let call = JavaCall { name, args: args.clone(), at };
            if let Some(result) = self.of_values(receiver, &call, cst) {
                return result;
            }
            if let Some(composed) = self.composed(receiver, name, &args, at) {
                return composed;
            }
            if let Some(result) = self.of_elements(receiver, name, &args, (at, cst)) {
                return result;
            }
        }
        let key = self.types.key(name, args.len());
        let object = cst.and_then(|cst| cst.child_by_field_name("object"));
        let known = object.and_then(|object| self.type_of(object));
        let known = known.map(|of| self.types.methods(of, &key)).filter(|methods| !methods.is_empty());
        let found = known.unwrap_or_else(|| self.types.everywhere(&key).collect());
        let declared: Vec<Option<NodeId>> =
            found.into_iter().filter(|method| method.is_abstract).map(|method| method.node).collect();
        declared.into_iter().for_each(|node| self.requires(at, node));
        let overloaded = self.is_overloaded(name, args.len()).then(|| args.clone());
        if self.has_threads
            && !is_ours
            && library::is_waiting(name, args.len(), cst.is_some_and(|cst| self.is_statement(cst)))
        {
            return self.waited(receiver, name, &args, at);
        }
        let is_outside = object.is_some_and(|object| self.word(object).starts_with("System."));
        let (used, mut all) = self.used_by((name, !is_outside), receiver, args.len());
        all.splice(1..1, self.with_rest(name, args));
        if !is_ours && used.is_input {
            // It fails where there is nothing left.
            return self.library_call(at, used, all);
        }
        let world = self.flow.world();
        let otherwise = FlowEffect {
            uses: if used.takes_world { vec![world] } else { Vec::new() },
            defines: if used.changes_world { vec![world] } else { Vec::new() },
            ..self.with_hooks(used.effect, used.is_around)
        };
        let to = self.flow.temp();
        let args: Vec<FlowArgument> = all.into_iter().map(argument).collect();
        self.flow.risk(at, Act::Call { to, callee: FlowCallee::Method { name: key, otherwise }, args });
        let Some(args) = overloaded else { return to };
        let (used, mut all) = self.used_by((name, true), receiver, args.len());
        all.splice(1..1, args);
        let test = self.literal(None);
        self.either(None, test, |_| to, |it| it.library_call(at, used, all))
    }

    /// Whether the value of an expression is not used.
    fn is_statement(&self, cst: Cst<'_>) -> bool {
        let before = self.text[..cst.start_byte()].trim_end();
        let is_first = before.ends_with(['{', '}', ';', ')', ':']) || before.ends_with("->");
        is_first && self.text[cst.end_byte()..].trim_start().starts_with(';')
    }

    /// A call that returns once something else has run: whatever that does is done then.
    fn waited(&mut self, receiver: VarId, name: &str, args: &[VarId], at: Option<NodeId>) -> VarId {
        let touched: Vec<VarId> = [receiver].into_iter().chain(args.iter().copied()).collect();
        match at {
            Some(at) => self.flow.opaque(at, &touched, format!("`{name}` waits for others, and is kept")),
            None => self.literal(None),
        }
    }

    /// What a method of Java's own does with its object and so many arguments, and the arguments that it has besides: what a writer
    /// is around is the last.
    pub(super) fn used_by(
        &mut self,
        (name, may_write): (&str, bool),
        receiver: VarId,
        n_args: usize,
    ) -> (LibraryUse, Vec<VarId>) {
        let used = library::method(name, n_args + 1, self.is_ordered);
        match may_write && self.has_writers && library::is_writing(name) {
            true => {
                let inner = self.load_certain(None, receiver, FlowKey::AnyElement);
                (library::written(n_args + 1, used), vec![receiver, inner])
            }
            false => (used, vec![receiver]),
        }
    }

    /// Arguments of a method that may take any number of them: each may be an array of them all.
    pub(super) fn with_rest(&mut self, name: &str, args: Vec<VarId>) -> Vec<VarId> {
        let Some(n_before) = self.types.n_before_rest(name) else { return args };
        let holds = args.iter().skip(n_before).map(|&from| FlowHeld {
            key: FlowKey::AnyElement,
            from,
            index: None,
            at: None,
        });
        let length = self.literal(None);
        let length =
            FlowHeld { key: FlowKey::Field("length".to_owned()), from: length, index: None, at: None };
        let holds: Vec<FlowHeld> = holds.chain([length]).collect();
        let array = self.flow.temp();
        self.flow.step(None, Act::Make { to: array, kind: Made::Record, holds });
        let mut given: Vec<VarId> = args.iter().take(n_before).copied().collect();
        if args.len() <= n_before {
            given.push(array);
        }
        for &arg in args.iter().skip(n_before) {
            let test = self.literal(None);
            given.push(self.either(None, test, |_| arg, |_| array));
        }
        given
    }

    /// Calls what is not part of the program.
    pub(super) fn library_call(&mut self, at: Option<NodeId>, used: LibraryUse, args: Vec<VarId>) -> VarId {
        let world = self.flow.world();
        let mut args: Vec<FlowArgument> = args.into_iter().map(argument).collect();
        let mut effect = self.with_hooks(used.effect, used.is_around);
        effect.uses.clear();
        effect.defines.clear();
        if used.takes_world {
            args.push(argument(world));
        }
        if used.changes_world {
            effect.defines.push(world);
        }
        let to = self.flow.temp();
        self.flow.risk(at, Act::Call { to, callee: FlowCallee::Library(effect), args });
        to
    }

    fn foreign_call(&mut self, class: &'c str, name: &'c str, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let args = self.arguments(cst);
        if let Some(function) = self.made_function(class, name, &args, at) {
            return function;
        }
        let used = library::function(class, name, args.len());
        let is_exit = class == "System" && name == "exit";
        let to = self.library_call(at, used, args);
        if is_exit {
            self.flow.jump(at, Leap::Exit);
        }
        to
    }

    /// All constants of an enumeration, or the one that is named.
    fn constants(&mut self, of: TypeIdx, call: JavaCall<'c>) -> VarId {
        let at = call.at;
        self.wake(of, at);
        let all = &self.types.all[of];
        let mut args: Vec<VarId> = all.constants.iter().map(|(name, _)| all.fields[name].var).collect();
        let whole = (0..args.len()).map(crate::flow::FlowShape::Whole);
        let result = match call.name {
            "valueOf" => whole.collect(),
            _ => {
                vec![crate::flow::FlowShape::Fresh(whole.map(|shape| (FlowKey::AnyElement, shape)).collect())]
            }
        };
        args.extend(call.args);
        let effect = FlowEffect { result, ..library::operator() };
        self.library_call(at, effect.into(), args)
    }
}
