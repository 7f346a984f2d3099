//! Objects, arrays and functions that expressions make.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowCallee, FlowEffect, FlowHeld, FlowKey, FlowLowering, FunctionId, Made, VarId};
use crate::languages::java::syntax::named;

use super::JavaFlow;
use super::library;
use super::types::{TypeIdx, simple};

/// The part of an inner object that is the object around it.
const AROUND: &str = "this$";

impl<'c> JavaFlow<'c> {
    pub(super) fn creation(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let name = cst.child_by_field_name("type").map_or("", |of| self.word(of));
        let outer = named(cst).next().filter(|first| {
            first.field() != "type"
                && first.start_byte() < cst.child_by_field_name("type").map_or(0, |of| of.start_byte())
                && !matches!(first.kind(), "annotation" | "marker_annotation")
        });
        let around = outer.map(|outer| self.expression(outer));
        let object = self.created(cst, at, (name, around));
        match around {
            // It is looked at even where the inner object never asks for it.
            Some(around) => self.library_call(at, library::cast().into(), vec![object, around]),
            None => object,
        }
    }

    fn created(&mut self, cst: Cst<'c>, at: Option<NodeId>, (name, around): (&str, Option<VarId>)) -> VarId {
        let args = self.arguments(cst);
        let body = named(cst).find(|part| part.kind() == "class_body");
        if let Some(of) = body.and_then(|body| self.types.of_body(body)) {
            let object = self.nameless(of, &args, at);
            self.lower_type(of);
            return object;
        }
        match self.types.named(name, self.current_type()) {
            Some(of) => self.make(of, &args, (at, around)),
            None => {
                let class = simple(name);
                let used = library::creation(class, args.len());
                self.library_call(at, used, args)
            }
        }
    }

    /// An object of a class, without what its constructor does.
    pub(super) fn instance(&mut self, of: TypeIdx, at: Option<NodeId>, around: Option<VarId>) -> VarId {
        let object = self.flow.temp();
        let value = self.types.all[of].class;
        let callee = FlowCallee::Value { value, otherwise: FlowEffect::plain() };
        self.flow.step(at, Act::Call { to: object, callee, args: Vec::new() });
        let declared = &self.types.all[of];
        if let (false, false, Some(outer)) = (declared.is_static, declared.is_local, declared.outer) {
            let from = match around {
                Some(around) => around,
                None => self.this_of(outer),
            };
            self.flow.step(None, Act::Store { base: object, key: around_key(), index: None, from });
        }
        object
    }

    /// `new`.
    pub(super) fn make(
        &mut self,
        of: TypeIdx,
        args: &[VarId],
        (at, around): (Option<NodeId>, Option<VarId>),
    ) -> VarId {
        self.wake(of, at);
        let object = self.instance(of, at, around);
        self.construct(of, object, args, at);
        object
    }

    /// Calls the constructor of a class that takes these arguments.
    pub(super) fn construct(&mut self, of: TypeIdx, object: VarId, args: &[VarId], at: Option<NodeId>) {
        let (functions, nodes) = self.constructors(of, args.len());
        if nodes.len() > 1 {
            // Of several javac takes the one with the right types.
            nodes.into_iter().for_each(|node| self.requires(at, node));
        }
        let name = self.types.all[of].name.clone();
        let mut all = vec![object];
        all.extend(self.with_rest(&name, args.to_vec()));
        _ = self.any_function(at, functions, &all);
    }

    fn constructors(&self, of: TypeIdx, n_args: usize) -> (Vec<FunctionId>, Vec<Option<NodeId>>) {
        let of = &self.types.all[of];
        let takes =
            |n_params: usize, is_varargs: bool| n_params == n_args || is_varargs && n_args + 1 >= n_params;
        let found = of.constructors.iter().filter(|it| takes(it.n_params, it.is_varargs));
        let (mut functions, nodes): (Vec<FunctionId>, Vec<Option<NodeId>>) =
            found.map(|it| (it.function, it.node)).unzip();
        if functions.is_empty() {
            functions.extend(of.usual);
        }
        (functions, nodes)
    }

    /// An object of a class without a name.
    pub(super) fn nameless(&mut self, of: TypeIdx, args: &[VarId], at: Option<NodeId>) -> VarId {
        let object = self.instance(of, at, None);
        self.construct_base(of, object, args, at);
        if let Some(function) = self.types.all[of].makes_fields {
            _ = self.call_function(None, function, &[object]);
        }
        self.keep_foreign(of, object, at);
        object
    }

    /// What Java's own code may call later of an object whose class extends one that is not known.
    pub(super) fn keep_foreign(&mut self, of: TypeIdx, object: VarId, at: Option<NodeId>) {
        let is_unknown = |name: &String| super::hooks::is_unknown(name);
        let all = self.types.above(of);
        if !all.iter().any(|&above| self.types.all[above].foreign.iter().any(is_unknown)) {
            return;
        }
        let keys: Vec<String> = self
            .types
            .resolved(of)
            .into_iter()
            .filter(|(_, method)| method.has_override || method.is_public)
            .map(|(key, _)| key)
            .collect();
        let functions: Vec<VarId> =
            keys.into_iter().map(|key| self.load_certain(None, object, FlowKey::Field(key))).collect();
        let n = functions.len();
        let effect = FlowEffect { calls: (0..n).collect(), ..library::operator() };
        let mut args = functions;
        args.push(object);
        _ = self.library_call(at, effect.into(), args);
    }

    /// The object around an inner one.
    pub(super) fn around(&mut self, object: VarId) -> VarId {
        self.load_certain(None, object, around_key())
    }

    pub(super) fn array_creation(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        if let Some(value) = cst.child_by_field_name("value") {
            return self.array(value, at);
        }
        let sizes: Vec<Cst<'c>> = named(cst).filter(|part| part.kind() == "dimensions_expr").collect();
        let sizes: Vec<VarId> = sizes
            .into_iter()
            .filter_map(|size| named(size).last())
            .map(|size| self.expression(size))
            .collect();
        let mut inner = None;
        for &size in sizes.iter().rev() {
            let mut args = vec![size];
            args.extend(inner);
            inner = Some(self.library_call(at, library::array(inner.map(|_| 1)).into(), args));
        }
        match inner {
            Some(array) => array,
            None => self.literal(at),
        }
    }

    /// An array of elements between braces.
    pub(super) fn array(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let elements: Vec<Cst<'c>> = named(cst).collect();
        let mut holds = Vec::new();
        for (idx, element) in elements.into_iter().enumerate() {
            let from = match element.kind() {
                "array_initializer" => {
                    let at = self.node_of(element);
                    self.array(element, at)
                }
                _ => self.expression(element),
            };
            holds.push(FlowHeld { key: FlowKey::Element(idx.to_string()), from, index: None, at: None });
        }
        let length = self.literal(None);
        holds.push(FlowHeld {
            key: FlowKey::Field("length".to_owned()),
            from: length,
            index: None,
            at: None,
        });
        let to = self.flow.temp();
        self.flow.step(at, Act::Make { to, kind: Made::Record, holds });
        to
    }
}

fn around_key() -> FlowKey {
    FlowKey::Field(AROUND.to_owned())
}
