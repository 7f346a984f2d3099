//! Methods, constructors and functions without a name.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowKey, FlowLowering, FunctionId, Param, VarId};
use crate::languages::java::syntax::{named, parameter_names};

use super::names::{JavaLocal, JavaScope};
use super::types::{JavaMethod, TypeIdx, is_primitive, parameter_types};
use super::{JavaFlow, library};

fn param(var: VarId, at: Option<NodeId>, name: &str) -> Param {
    Param { var, at, name: name.to_owned(), is_rest: false }
}

impl<'c> JavaFlow<'c> {
    /// Lowers a function of a type: with its members in scope, and the object as its first parameter unless it is static.
    pub(super) fn member(
        &mut self,
        of: TypeIdx,
        function: FunctionId,
        is_static: bool,
        lower: impl FnOnce(&mut Self, Option<VarId>) -> Vec<Param>,
    ) {
        let scopes = self.scopes.clone();
        self.function(function, |it| {
            let this = (!is_static).then(|| it.flow.temp());
            it.surround(of, this);
            it.enter();
            let mut params: Vec<Param> = this.into_iter().map(|this| param(this, None, "this")).collect();
            params.extend(lower(it, this));
            params
        });
        self.scopes = scopes;
    }

    /// The types around a member, each with its object.
    fn surround(&mut self, of: TypeIdx, this: Option<VarId>) {
        if self.types.all[of].is_local {
            // It sees the variables of the method that it stands in.
            self.scopes.push(JavaScope::Members(of, this));
            return;
        }
        let mut inner = vec![(of, this)];
        let (mut at, mut object) = (of, this);
        while let Some(outer) = self.types.all[at].outer {
            object = object.filter(|_| !self.types.all[at].is_static).map(|object| self.around(object));
            inner.push((outer, object));
            at = outer;
            if self.types.all[at].is_local {
                break;
            }
        }
        if !self.types.around(Some(of)).any(|idx| self.types.all[idx].is_local) {
            self.scopes.clear();
        }
        let frames = inner.into_iter().rev().map(|(idx, object)| JavaScope::Members(idx, object));
        self.scopes.extend(frames.collect::<Vec<_>>());
    }

    /// The parameters of a method, as variables.
    pub(super) fn parameters(&mut self, parameters: Option<Cst<'c>>) -> Vec<Param> {
        let types = parameter_types(parameters, self.text);
        let names = parameters.into_iter().flat_map(parameter_names);
        let mut found = Vec::new();
        for (idx, name) in names.enumerate() {
            let var = self.flow.temp();
            let Some(name) = name else {
                found.push(param(var, None, ""));
                continue;
            };
            let at = self.node_of(name);
            let word = self.word(name);
            let is_primitive =
                types.get(idx).is_some_and(|of| is_primitive(of) && !self.is_rest(parameters, idx));
            // Its place and type stay where it goes, and what its name is used for keeps it.
            let of = types.get(idx).and_then(|of| self.type_in(of));
            let local = JavaLocal { var, at, is_primitive, of };
            if let Some(JavaScope::Locals(locals)) = self.scopes.last_mut() {
                locals.insert(word.to_owned(), local);
            }
            found.push(param(var, at, word));
        }
        found
    }

    fn is_rest(&self, parameters: Option<Cst<'_>>, idx: usize) -> bool {
        let text = parameters.into_iter().flat_map(named).nth(idx);
        text.is_some_and(|cst| self.word(cst).contains(['.', '[']))
    }

    pub(super) fn method(&mut self, of: TypeIdx, method: &JavaMethod<'c>) {
        if method.cst.kind() == "record_declaration" {
            let name = method.name.clone();
            return self.member(of, method.function, false, |it, this| {
                if let Some(this) = this {
                    let key = it.field_key(&name);
                    let value = it.load_certain(None, this, key);
                    let result = it.flow.result();
                    it.copy(None, result, value);
                }
                Vec::new()
            });
        }
        let Some(body) = method.cst.child_by_field_name("body") else { return };
        let cst = method.cst;
        let is_thread =
            method.name == "run" && ["Thread", "Executor", "Timer"].iter().any(|it| self.text.contains(it));
        self.member(of, method.function, method.is_static, |it, _| {
            if is_thread {
                it.flow.set_lazy();
            }
            let params = it.parameters(cst.child_by_field_name("parameters"));
            it.statements(body);
            params
        });
    }

    /// A constructor that is written.
    pub(super) fn constructor(&mut self, of: TypeIdx, method: &JavaMethod<'c>) {
        let Some(body) = method.cst.child_by_field_name("body") else { return };
        let cst = method.cst;
        let at = method.node;
        let is_compact = cst.kind() == "compact_constructor_declaration";
        self.member(of, method.function, false, |it, this| {
            let Some(this) = this else { return Vec::new() };
            if is_compact {
                return it.compact(of, this, body);
            }
            let params = it.parameters(cst.child_by_field_name("parameters"));
            let first = named(body).next().filter(|first| first.kind() == "explicit_constructor_invocation");
            let mut is_other = false;
            match first {
                Some(first) => {
                    let args = it.arguments(first);
                    let also = it.node_of(first);
                    it.requires(at, also);
                    is_other = first.child_by_field_name("constructor").is_some_and(|it| it.kind() == "this");
                    match is_other {
                        true => it.construct(of, this, &args, at),
                        false => it.construct_base(of, this, &args, at),
                    }
                }
                None => it.construct_base(of, this, &[], at),
            }
            if !is_other {
                it.make_fields(of, this);
            }
            it.statements(body);
            params
        });
    }

    /// A constructor of a record that says only what it checks.
    fn compact(&mut self, of: TypeIdx, this: VarId, body: Cst<'c>) -> Vec<Param> {
        let header = self.types.all[of].cst.child_by_field_name("parameters");
        let params = self.parameters(header);
        let vars: Vec<VarId> = params.iter().map(|param| param.var).collect();
        // The names of the header stay in any case.
        if let Some(JavaScope::Locals(locals)) = self.scopes.last_mut() {
            locals.values_mut().for_each(|local| local.at = None);
        }
        let label = self.flow.label();
        let body = self.block(|it| it.statements(body));
        self.flow.push(Flow::Block { label, body });
        self.store_components(of, this, &vars);
        vars.into_iter().map(|var| param(var, None, "")).collect()
    }

    fn store_components(&mut self, of: TypeIdx, this: VarId, vars: &[VarId]) {
        let components = self.types.all[of].components.clone();
        for (name, &from) in components.iter().zip(vars) {
            let key = self.field_key(name);
            self.flow.step(None, Act::Store { base: this, key, index: None, from });
        }
    }

    /// What a class has for a constructor when none is written.
    pub(super) fn usual_constructor(&mut self, of: TypeIdx) {
        let Some(function) = self.types.all[of].usual else { return };
        let at = self.types.all[of].node;
        let n_components = self.types.all[of].components.len();
        self.member(of, function, false, |it, this| {
            let Some(this) = this else { return Vec::new() };
            it.construct_base(of, this, &[], at);
            it.make_fields(of, this);
            let vars: Vec<VarId> = (0..n_components).map(|_| it.flow.temp()).collect();
            it.store_components(of, this, &vars);
            vars.into_iter().map(|var| param(var, None, "")).collect()
        });
    }

    /// Calls the constructor of the base; what one of Java's own is given, the object holds.
    pub(super) fn construct_base(&mut self, of: TypeIdx, this: VarId, args: &[VarId], at: Option<NodeId>) {
        match self.types.all[of].superclass {
            Some(base) => self.construct(base, this, args, at),
            None => {
                for &from in args {
                    self.flow
                        .step(at, Act::Store { base: this, key: FlowKey::AnyElement, index: None, from });
                }
            }
        }
        if !self.types.all[of].foreign.is_empty() {
            self.keep_foreign(of, this, at);
        }
    }

    fn make_fields(&mut self, of: TypeIdx, this: VarId) {
        if let Some(function) = self.types.all[of].makes_fields {
            _ = self.call_function(None, function, &[this]);
        }
    }

    /// The function that gives the fields of an object their first values.
    pub(super) fn fields(&mut self, of: TypeIdx, members: &[Cst<'c>]) {
        let Some(function) = self.types.all[of].makes_fields else { return };
        self.member(of, function, false, |it, this| {
            let Some(this) = this else { return Vec::new() };
            for &member in members {
                match member.kind() {
                    "block" => it.scoped(member),
                    _ => it.field_values(of, member, Some(this)),
                }
            }
            Vec::new()
        });
    }

    /// The first values of the fields of a declaration; of static ones without an object.
    pub(super) fn field_values(&mut self, of: TypeIdx, member: Cst<'c>, this: Option<VarId>) {
        for declarator in crate::languages::java::syntax::declarators(member) {
            let Some(name) = declarator.child_by_field_name("name") else { continue };
            let word = self.word(name);
            let (at, from) = match declarator.child_by_field_name("value") {
                Some(value) => (self.node_of(declarator), self.initial(value)),
                // Part of what an object is.
                None if this.is_some() => {
                    let declared = self.types.all[of].fields.get(word).and_then(|field| field.node);
                    (declared, self.literal(None))
                }
                None => continue,
            };
            let also = self.node_of(name);
            match this {
                Some(base) => {
                    let key = self.field_key(word);
                    self.step_also(at, also, Act::Store { base, key, index: None, from });
                }
                None => {
                    let Some(to) = self.types.all[of].fields.get(word).map(|field| field.var) else {
                        continue;
                    };
                    self.step_also(at, also, Act::Copy { to, from });
                }
            }
        }
    }

    pub(super) fn initial(&mut self, value: Cst<'c>) -> VarId {
        match value.kind() {
            "array_initializer" => {
                let at = self.node_of(value);
                self.array(value, at)
            }
            _ => self.expression(value),
        }
    }

    pub(super) fn lambda(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let function = self.flow.declare(at);
        let parameters = cst.child_by_field_name("parameters");
        let Some(body) = cst.child_by_field_name("body") else { return self.literal(at) };
        let is_late = self.is_deferred && self.changes_something(body);
        let is_thread = ["Thread", "Executor", "Timer"].iter().any(|it| self.text.contains(it));
        self.enter();
        self.function(function, |it| {
            if is_late || is_thread {
                it.flow.set_lazy();
            }
            let params = it.parameters(parameters);
            if body.kind() == "block" {
                it.statements(body);
            } else {
                let value = it.expression(body);
                let result = it.flow.result();
                it.copy(None, result, value);
            }
            params
        });
        self.leave();
        self.closure(at, function)
    }

    /// Whether running it does anything but make a value.
    fn changes_something(&self, cst: Cst<'_>) -> bool {
        let is_change = match cst.kind() {
            "assignment_expression" | "update_expression" | "object_creation_expression" => true,
            "method_invocation" => {
                let name = cst.child_by_field_name("name").map_or("", |name| self.word(name));
                !(library::is_plain_method(name) || name.starts_with("get")) || self.types.has_method(name)
            }
            _ => false,
        };
        is_change || crate::stack::deep(|| named(cst).any(|child| self.changes_something(child)))
    }
}
