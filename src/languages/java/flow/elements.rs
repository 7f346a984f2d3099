//! Functions that Java's own methods call with elements, and functions that are made of others.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowLowering, FunctionId, Param, VarId};
use crate::languages::java::syntax::named;

use super::calls::JavaCall;
use super::library;
use super::{JavaFlow, LoweredLater, argument};

/// Most parameters of a function that a library calls.
const MAX_PARAMETERS: usize = 4;

impl<'c> JavaFlow<'c> {
    /// A function that is written nowhere, as a value.
    pub(super) fn written_nowhere(
        &mut self,
        at: Option<NodeId>,
        n_params: usize,
        lower: impl FnOnce(&mut Self, &[VarId]) -> VarId,
    ) -> VarId {
        let function = self.flow.declare(at);
        self.function(function, |it| {
            let params: Vec<VarId> = (0..n_params).map(|_| it.flow.temp()).collect();
            let value = lower(it, &params);
            let result = it.flow.result();
            it.copy(None, result, value);
            let param = |var| Param { var, at: None, name: String::new(), is_rest: false };
            params.into_iter().map(param).collect()
        });
        self.closure(at, function)
    }

    pub(super) fn closure(&mut self, at: Option<NodeId>, function: FunctionId) -> VarId {
        let to = self.flow.temp();
        self.flow.step(at, Act::Closure { to, function });
        to
    }

    /// Lowers a function, with its own jumps.
    pub(super) fn function(&mut self, function: FunctionId, lower: impl FnOnce(&mut Self) -> Vec<Param>) {
        let jumps = std::mem::take(&mut self.jumps);
        let yields = std::mem::take(&mut self.yields);
        let label = self.label.take();
        let is_deferred = std::mem::replace(&mut self.is_deferred, false);
        self.lower_function(function, lower);
        (self.jumps, self.yields, self.label, self.is_deferred) = (jumps, yields, label, is_deferred);
    }

    /// A function that is made of the one that a method is called on; `None` for other methods.
    pub(super) fn composed(
        &mut self,
        first: VarId,
        name: &str,
        args: &[VarId],
        at: Option<NodeId>,
    ) -> Option<VarId> {
        let second = args.first().copied();
        Some(match (name, second) {
            ("andThen", Some(second)) => self.written_nowhere(at, 2, |it, params| {
                let between = it.call_value(at, first, params);
                // A consumer is given the same again.
                let test = it.literal(None);
                let given = it.either(None, test, |_| between, |_| params[0]);
                it.call_value(at, second, &[given, params[1]])
            }),
            ("compose", Some(second)) => self.written_nowhere(at, 1, |it, params| {
                let between = it.call_value(at, second, params);
                it.call_value(at, first, &[between])
            }),
            ("and" | "or" | "thenComparing" | "thenComparingInt", Some(second)) => {
                self.written_nowhere(at, 2, |it, params| {
                    let one = it.call_value(at, first, params);
                    let other = it.call_value(at, second, params);
                    let swapped = it.call_value(at, second, &[params[1], params[0]]);
                    it.computed(None, vec![one, other, swapped])
                })
            }
            ("reversed", None) if self.may_be_function(first) => {
                self.written_nowhere(at, 2, |it, params| it.call_value(at, first, &[params[1], params[0]]))
            }
            ("negate", None) => self.written_nowhere(at, 2, |it, params| {
                let value = it.call_value(at, first, params);
                it.computed(None, vec![value])
            }),
            _ => return None,
        })
    }

    /// `and` and `or` of what is no function, numbers, sets of bits and optional values; `None` where it is one.
    pub(super) fn of_values(
        &mut self,
        receiver: VarId,
        call: &JavaCall<'c>,
        cst: Option<Cst<'c>>,
    ) -> Option<VarId> {
        let has = |word: &str| self.text.contains(word);
        let (is_and, is_or) = (call.name == "and", call.name == "or");
        let (name, at) = (call.name, call.at);
        if is_or && has("Optional") && cst.is_some_and(is_supplied) {
            return self.of_elements(receiver, name, &call.args, (at, cst));
        }
        if !(is_and || is_or) || call.args.len() != 1 || !(has("BitSet") || has("BigInteger")) {
            return None;
        }
        let is_function = has("Predicate");
        let used = library::bits(has("BitSet"));
        let computed = self.library_call(at, used.into(), vec![receiver, call.args[0]]);
        if !is_function {
            return Some(computed);
        }
        let composed = self.composed(receiver, name, &call.args, at)?;
        let test = self.literal(None);
        Some(self.either(None, test, |_| computed, |_| composed))
    }

    /// `reversed` is also a method of lists, which programs of today have hardly.
    fn may_be_function(&self, _value: VarId) -> bool {
        self.text.contains("ompar")
    }

    /// A function that a function of Java's own makes.
    pub(super) fn made_function(
        &mut self,
        class: &str,
        name: &str,
        args: &[VarId],
        at: Option<NodeId>,
    ) -> Option<VarId> {
        let compare = |it: &mut Self, values: &[VarId]| {
            it.library_call(None, library::function("Objects", "compare", 2), values.to_vec())
        };
        Some(match (class, name, args) {
            ("Comparator", "comparing" | "comparingInt" | "comparingDouble" | "comparingLong", [key]) => {
                let key = *key;
                self.written_nowhere(at, 2, |it, params| {
                    let one = it.call_value(at, key, &params[..1]);
                    let other = it.call_value(at, key, &params[1..]);
                    compare(it, &[one, other])
                })
            }
            ("Comparator", "comparing", [key, by]) => {
                let (key, by) = (*key, *by);
                self.written_nowhere(at, 2, |it, params| {
                    let one = it.call_value(at, key, &params[..1]);
                    let other = it.call_value(at, key, &params[1..]);
                    it.call_value(at, by, &[one, other])
                })
            }
            ("Comparator", "naturalOrder" | "reverseOrder", [])
            | ("Collections", "reverseOrder", [])
            | ("Entry" | "Map", "comparingByKey" | "comparingByValue", _) => {
                self.written_nowhere(at, 2, compare)
            }
            ("Collections", "reverseOrder", [by]) => {
                let by = *by;
                self.written_nowhere(at, 2, |it, params| it.call_value(at, by, &[params[1], params[0]]))
            }
            ("Function" | "UnaryOperator", "identity", []) => {
                self.written_nowhere(at, 1, |_, params| params[0])
            }
            ("Predicate", "not", [of]) => {
                let of = *of;
                self.written_nowhere(at, 1, |it, params| it.call_value(at, of, params))
            }
            _ => return None,
        })
    }

    /// A method of Java's own that calls a function with elements of its object, again and again.
    pub(super) fn of_elements(
        &mut self,
        receiver: VarId,
        name: &str,
        args: &[VarId],
        (at, cst): (Option<NodeId>, Option<Cst<'c>>),
    ) -> Option<VarId> {
        if args.is_empty() {
            return None;
        }
        let n_args = args.len() + 1;
        let is_known = cst.is_some_and(|cst| written_functions(cst));
        let mut effect = library::of_elements(name, n_args)?;
        let source = self.iterated(at, receiver);
        let result = self.flow.temp();
        let any = self.flow.temp();
        let head = self.block(|it| it.copy(None, any, result));
        head.into_iter().for_each(|flow| self.flow.push(flow));
        if library::is_deferred(name) && !is_known {
            // Who knows when it runs.
            effect.calls.extend(1..n_args);
        }
        if library::is_told(name) {
            self.keep_statements(cst);
        }
        effect.implicit = library::CALLED;
        let label = self.flow.label();
        let decides = self.flow.temp();
        let more = self.block(|it| {
            let more = it.has_another(at, source);
            it.copy(None, decides, more);
        });
        let body = self.block(|it| {
            let element = it.another(None, source);
            let mut values: Vec<VarId> = vec![element, result];
            values.extend(args);
            let each = values.into_iter().map(|value| {
                let value: LoweredLater<'_, 'c> = Box::new(move |_: &mut Self| value);
                value
            });
            if let Some(given) = it.one_of(each.collect()) {
                it.copy(None, any, given);
            }
            for &function in args {
                let called = it.block(|it| {
                    let to = it.flow.temp();
                    let otherwise = library::operator();
                    let callee = crate::flow::FlowCallee::Value { value: function, otherwise };
                    let given = vec![argument(any); MAX_PARAMETERS - 1];
                    it.flow.risk(at, Act::Call { to, callee, args: given });
                    it.copy(None, result, to);
                });
                match name {
                    // One of them, not all.
                    "ifPresentOrElse" => {
                        let test = it.literal(None);
                        it.flow.push(Flow::If { at: None, test, then: called, other: Vec::new() });
                    }
                    _ => called.into_iter().for_each(|flow| it.flow.push(flow)),
                }
            }
        });
        self.flow.push(Flow::Loop {
            at: None,
            label,
            head: more,
            test: Some(decides),
            is_tested_last: false,
            body,
            step: Vec::new(),
            otherwise: Vec::new(),
        });
        let mut all = vec![receiver];
        all.extend(args);
        all.push(result);
        Some(self.library_call(at, effect.into(), all))
    }

    /// A function that gives nothing has a statement for its body, for which no placeholder can stand.
    fn keep_statements(&mut self, cst: Option<Cst<'c>>) {
        let args = cst.and_then(|cst| cst.child_by_field_name("arguments"));
        let functions = args.into_iter().flat_map(named).filter(|arg| arg.kind() == "lambda_expression");
        for function in functions.collect::<Vec<_>>() {
            let body = function.child_by_field_name("body").filter(|body| body.kind() != "block");
            let (at, needed) = (self.node_of(function), body.and_then(|body| self.node_of(body)));
            self.requires(at, needed);
        }
    }

    /// `Type::method`, `object::method`, `Type::new`.
    pub(super) fn method_reference(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let Some(first) = named(cst).next() else { return self.not_understood(cst, "this reference") };
        let word = self.word(cst);
        let name = word.rsplit("::").next().unwrap_or("").trim();
        let is_array = first.kind() == "array_type";
        if name == "new" {
            let of = self.types.named(self.word(first), self.current_type()).filter(|_| !is_array);
            return self.written_nowhere(at, MAX_PARAMETERS, |it, params| match of {
                Some(of) => it.made_by(of, params, at),
                None if is_array => it.library_call(None, library::array(None).into(), params[..1].to_vec()),
                None => {
                    let class = super::types::simple(it.word(first));
                    it.library_call(None, library::creation(class, params.len()), params.to_vec())
                }
            });
        }
        let type_here = match first.kind() {
            "type_identifier" | "generic_type" | "scoped_type_identifier" => {
                self.types.named(self.word(first), self.current_type())
            }
            _ => self.type_of_name(first),
        };
        if let Some(of) = type_here {
            return self.written_nowhere(at, MAX_PARAMETERS, |it, params| it.referred(of, name, params, at));
        }
        if first.kind() == "super" {
            let this = self.this();
            return self.bound(this, name, at, true);
        }
        let class = match first.kind() {
            "type_identifier" | "generic_type" | "array_type" => Some(super::types::simple(self.word(first))),
            _ => self.foreign_class(first),
        };
        match class {
            Some(class) => self.written_nowhere(at, MAX_PARAMETERS - 1, |it, params| {
                let test = it.literal(None);
                let used = library::function(class, name, params.len());
                let params = params.to_vec();
                let again = params.clone();
                it.either(
                    None,
                    test,
                    |it| it.library_call(None, used, params),
                    |it| {
                        let call = super::calls::JavaCall { name, args: again[1..2].to_vec(), at: None };
                        let none = super::calls::JavaCall { name, args: Vec::new(), at: None };
                        let test = it.literal(None);
                        let object = again[0];
                        it.either(
                            None,
                            test,
                            |it| it.method_call(object, call, None),
                            |it| it.method_call(object, none, None),
                        )
                    },
                )
            }),
            None => {
                let object = self.expression(first);
                self.bound(object, name, at, false)
            }
        }
    }

    /// A method of this object, with any number of arguments.
    fn bound(&mut self, object: VarId, name: &'c str, at: Option<NodeId>, is_super: bool) -> VarId {
        let supers = self.current_type().map(|of| self.types.all[of].supers.clone()).unwrap_or_default();
        self.written_nowhere(at, MAX_PARAMETERS - 1, |it, params| {
            let mut counts: Vec<usize> = it
                .types
                .all
                .iter()
                .flat_map(|of| &of.methods)
                .filter(|it| it.name == name)
                .map(|it| it.n_params)
                .collect();
            counts.sort_unstable();
            counts.dedup();
            if counts.is_empty() {
                counts = vec![0, 1, 2];
            }
            let params = params.to_vec();
            let each = counts.into_iter().map(|n| {
                let args: Vec<VarId> = params.iter().copied().take(n).collect();
                let supers = supers.clone();
                let call: LoweredLater<'_, 'c> = Box::new(move |it: &mut Self| {
                    if is_super {
                        let key = it.types.key(name, args.len());
                        let found = supers.into_iter().flat_map(|above| it.types.resolved(above));
                        let functions: Vec<FunctionId> = found
                            .filter(|(other, _)| *other == key)
                            .map(|(_, method)| method.function)
                            .collect();
                        let args: Vec<VarId> = std::iter::once(object).chain(args).collect();
                        return it.any_function(None, functions, &args);
                    }
                    it.method_call(object, super::calls::JavaCall { name, args, at: None }, None)
                });
                call
            });
            match it.one_of(each.collect()) {
                Some(value) => value,
                None => it.literal(None),
            }
        })
    }

    /// A method of a type, static or of the first argument.
    fn referred(
        &mut self,
        of: super::types::TypeIdx,
        name: &'c str,
        params: &[VarId],
        at: Option<NodeId>,
    ) -> VarId {
        let all = self.types.above(of);
        let found: Vec<(bool, usize, Option<NodeId>)> = all
            .into_iter()
            .flat_map(|above| &self.types.all[above].methods)
            .filter(|method| method.name == name)
            .map(|method| (method.is_static, method.n_params, method.node))
            .collect();
        let params = params.to_vec();
        found.iter().for_each(|&(_, _, node)| self.requires(at, node));
        let mut each: Vec<LoweredLater<'_, 'c>> = Vec::new();
        for (is_static, n, _) in found {
            let skipped = usize::from(!is_static);
            let args: Vec<VarId> = params.iter().copied().skip(skipped).take(n).collect();
            let object = params[0];
            each.push(Box::new(move |it: &mut Self| {
                let call = super::calls::JavaCall { name, args, at: None };
                match is_static {
                    true => it.static_call(of, call),
                    false => it.method_call(object, call, None),
                }
            }));
        }
        if each.is_empty() {
            let args = params[1..2].to_vec();
            let object = params[0];
            each.push(Box::new(move |it: &mut Self| {
                it.method_call(object, super::calls::JavaCall { name, args, at: None }, None)
            }));
        }
        match self.one_of(each) {
            Some(value) => value,
            None => self.literal(None),
        }
    }

    /// An object of a type, made with as many of these arguments as one of its constructors takes.
    fn made_by(&mut self, of: super::types::TypeIdx, params: &[VarId], at: Option<NodeId>) -> VarId {
        let declared = &self.types.all[of];
        let mut counts: Vec<usize> = declared.constructors.iter().map(|it| it.n_params).collect();
        if declared.usual.is_some() {
            counts.push(declared.components.len());
        }
        let nodes: Vec<Option<NodeId>> = declared.constructors.iter().map(|it| it.node).collect();
        nodes.into_iter().for_each(|node| self.requires(at, node));
        let object = self.instance(of, None, None);
        let params = params.to_vec();
        let each = counts.into_iter().map(|n| {
            let args: Vec<VarId> = params.iter().copied().take(n).collect();
            let call: LoweredLater<'_, 'c> = Box::new(move |it: &mut Self| {
                it.construct(of, object, &args, None);
                object
            });
            call
        });
        _ = self.one_of(each.collect());
        object
    }
}

/// Whether the argument of a call is a function without parameters.
fn is_supplied(cst: Cst<'_>) -> bool {
    let arg = cst.child_by_field_name("arguments").and_then(|args| named(args).next());
    let parameters = arg.and_then(|arg| arg.child_by_field_name("parameters"));
    match parameters {
        Some(parameters) => parameters.kind() != "identifier" && named(parameters).next().is_none(),
        None => arg.is_some_and(|arg| arg.kind() == "method_reference"),
    }
}

/// Whether all functions among the arguments of a call are written there.
fn written_functions(cst: Cst<'_>) -> bool {
    let args: Vec<Cst<'_>> = cst.child_by_field_name("arguments").into_iter().flat_map(named).collect();
    args.into_iter().all(|arg| arg.kind() == "lambda_expression")
}
