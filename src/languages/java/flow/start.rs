//! What is done before and around `main`: classes are made, static fields get their first values.
//!
//! A type's static fields are made when it is first used. Where these are values of their own, made of nothing that
//! changes, the time does not matter, and they are made at the beginning; otherwise they are made by a function that may
//! run at any time.

use std::collections::BTreeSet;

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, FlowCallee, FlowLowering, FunctionId, Made, VarId};
use crate::languages::java::syntax::{clause_body, named};

use super::types::{TypeForm, TypeIdx, is_primitive};
use super::{JavaFlow, JavaScope, argument, library};

const MAIN: &str = "main";

impl<'c> JavaFlow<'c> {
    pub(super) fn start(&mut self, root: Cst<'c>) {
        self.make_classes();
        let main = self.main();
        self.make_statics(main);
        for idx in 0..self.types.all.len() {
            if self.types.all[idx].outer.is_none() && !self.types.all[idx].is_local {
                self.lower_type(idx);
            }
        }
        self.answer_members();
        self.javac(root);
        match main {
            Some(of) => self.run_main(of),
            None => self.flow.wait_for_calls(),
        }
        self.state_required();
    }

    fn make_classes(&mut self) {
        self.set_hooks();
        for idx in 0..self.types.all.len() {
            let resolved = self.types.resolved(idx).into_iter();
            let mut methods: Vec<(String, FunctionId)> =
                resolved.map(|(key, method)| (key, method.function)).collect();
            methods
                .extend(self.hooks_of(idx).into_iter().map(|(name, function)| (name.to_owned(), function)));
            let of = &self.types.all[idx];
            let kind =
                Made::Class { bases: Vec::new(), methods, constructor: String::new(), shows: Vec::new() };
            self.flow.step(of.node, Act::Make { to: of.class, kind, holds: Vec::new() });
        }
    }

    /// The type whose `main` runs: the first that has one.
    fn main(&self) -> Option<TypeIdx> {
        let has_main = |&idx: &TypeIdx| {
            self.types.all[idx].methods.iter().any(|it| it.name == MAIN && it.is_static && it.n_params <= 1)
        };
        (0..self.types.all.len()).find(has_main)
    }

    fn run_main(&mut self, of: TypeIdx) {
        let methods = self.types.all[of].methods.iter();
        let Some(main) = methods.filter(|it| it.name == MAIN && it.is_static).max_by_key(|it| it.n_params)
        else {
            return;
        };
        let (function, node): (FunctionId, _) = (main.function, main.node);
        let at = self.types.all[of].node;
        self.requires(at, node);
        let length = self.literal(None);
        let args = self.library_call(None, library::array(None).into(), vec![length]);
        _ = self.call_function(None, function, &[args]);
    }

    /// What functions answer to beside their only method: what their interfaces say for all.
    fn answer_members(&mut self) {
        let all = self.types.all.iter().filter(|of| of.form == TypeForm::Interface);
        let written =
            all.flat_map(|of| &of.methods).filter(|method| !method.is_abstract && !method.is_static);
        let methods = written.map(|method| (self.types.key_of(method), method.function)).collect();
        self.flow.answer_members(methods);
    }

    fn make_statics(&mut self, main: Option<TypeIdx>) {
        let mut made = BTreeSet::new();
        let mut late = Vec::new();
        for idx in (0..self.types.all.len()).filter(|&idx| Some(idx) != main) {
            self.order_statics(idx, main, &mut made, &mut Vec::new(), &mut late);
        }
        for &idx in &late {
            let function = self.flow.declare(None);
            self.types.all[idx].makes_late = Some(function);
        }
        for idx in late {
            let Some(function) = self.types.all[idx].makes_late else { continue };
            self.member(idx, function, true, |it, _| {
                it.flow.set_lazy();
                it.statics(idx);
                Vec::new()
            });
            _ = self.call_function(None, function, &[]);
        }
        if let Some(main) = main {
            self.statics_here(main);
        }
    }

    /// Makes the static fields of a type behind those that they are made of.
    fn order_statics(
        &mut self,
        idx: TypeIdx,
        main: Option<TypeIdx>,
        made: &mut BTreeSet<TypeIdx>,
        open: &mut Vec<TypeIdx>,
        late: &mut Vec<TypeIdx>,
    ) {
        if made.contains(&idx) || late.contains(&idx) || Some(idx) == main {
            return;
        }
        let words = self.words_of_statics(idx);
        if words.is_empty() {
            _ = made.insert(idx);
            return;
        }
        open.push(idx);
        let mut is_simple = !self.depends_on_time(idx, &words);
        for other in 0..self.types.all.len() {
            let of = &self.types.all[other];
            let mentions = words.contains(of.name.as_str())
                || of.fields.iter().any(|(name, field)| field.is_static && words.contains(name.as_str()));
            if other == idx || !mentions {
                continue;
            }
            if open.contains(&other) {
                is_simple &= self.words_of_statics(other).is_empty();
                continue;
            }
            self.order_statics(other, main, made, open, late);
            is_simple &= made.contains(&other);
        }
        open.pop();
        match is_simple {
            true => {
                made.insert(idx);
                self.statics_here(idx);
            }
            false => late.push(idx),
        }
    }

    /// All words in what makes the static fields of a type, and in what that may call.
    fn words_of_statics(&self, idx: TypeIdx) -> BTreeSet<&'c str> {
        let mut words = BTreeSet::new();
        let mut pending: Vec<Cst<'c>> =
            self.members_of(idx).into_iter().filter(|member| self.is_of_class(*member)).collect();
        pending.retain(|member| {
            let is_value = |it: Cst<'_>| it.child_by_field_name("value").is_some();
            !matches!(member.kind(), "field_declaration" | "constant_declaration")
                || named(*member).any(is_value)
        });
        if pending.iter().any(|member| member.kind() == "enum_constant") {
            words.insert(self.word(pending[0]));
            pending.push(self.types.all[idx].cst);
        }
        while let Some(cst) = pending.pop() {
            for part in cst.subtree().filter(|part| matches!(part.kind(), "identifier" | "type_identifier")) {
                let word = self.word(part);
                if !words.insert(word) {
                    continue;
                }
                for of in &self.types.all {
                    let named_so = of.methods.iter().filter(|method| method.name == word);
                    pending.extend(named_so.map(|method| method.cst));
                    if of.name == word {
                        pending.extend(of.constructors.iter().map(|method| method.cst));
                        pending.extend(of.fields.values().filter(|it| !it.is_static).map(|it| it.declarator));
                    }
                }
            }
        }
        words
    }

    /// Whether what these words say may be different at another time.
    fn depends_on_time(&self, idx: TypeIdx, words: &BTreeSet<&str>) -> bool {
        let is_outside = ["in", "Scanner", "Random", "nanoTime", "currentTimeMillis", "random"]
            .iter()
            .any(|word| words.contains(word));
        let is_constant = |of: &str| is_primitive(of) || of == "String";
        let mut others = self.types.all.iter().enumerate().filter(|(other, _)| *other != idx);
        is_outside
            || others.any(|(_, of)| {
                let mut fields = of.fields.iter().filter(|(_, field)| field.is_static);
                fields.any(|(name, field)| {
                    words.contains(name.as_str())
                        && !(field.is_final && is_constant(&field.of) || field.of.is_empty())
                })
            })
    }

    /// The static fields of a type, at the beginning.
    fn statics_here(&mut self, idx: TypeIdx) {
        let scopes = std::mem::take(&mut self.scopes);
        for around in self.types.around(Some(idx)).collect::<Vec<_>>().into_iter().rev() {
            self.scopes.push(JavaScope::Members(around, None));
        }
        self.enter();
        self.statics(idx);
        self.scopes = scopes;
    }

    fn statics(&mut self, idx: TypeIdx) {
        for member in self.members_of(idx) {
            if !self.is_of_class(member) && member.kind() != "field_declaration" {
                continue;
            }
            match member.kind() {
                "static_initializer" => {
                    if let Some(body) = clause_body(member) {
                        self.scoped(body);
                    }
                }
                "enum_constant" => self.constant(idx, member),
                "field_declaration" if !self.is_of_class(member) => {}
                _ => self.field_values(idx, member, None),
            }
        }
    }

    fn constant(&mut self, idx: TypeIdx, member: Cst<'c>) {
        let Some(name) = member.child_by_field_name("name") else { return };
        let at = self.types.all[idx].node;
        let args = self.arguments(member);
        let body = named(member).find(|part| part.kind() == "class_body");
        let object = match body.and_then(|body| self.types.of_body(body)) {
            Some(of) => {
                let object = self.nameless(of, &args, at);
                self.lower_type(of);
                object
            }
            None => {
                let object = self.instance(idx, at, None);
                self.construct(idx, object, &args, at);
                object
            }
        };
        let also = self.node_of(member);
        if let Some(to) = self.types.all[idx].fields.get(self.word(name)).map(|field| field.var) {
            self.step_also(None, also, Act::Copy { to, from: object });
        }
    }

    /// Says what stays where other nodes do.
    fn state_required(&mut self) {
        for (at, needed) in std::mem::take(&mut self.required) {
            self.flow.requires(at, needed);
        }
    }

    /// A method that Java calls without anybody naming it: nothing where the object has none.
    pub(super) fn call_unnamed(&mut self, at: Option<NodeId>, key: &str, object: VarId) -> VarId {
        let to = self.flow.temp();
        let args = vec![argument(object)];
        let otherwise = library::operator();
        self.flow
            .risk(at, Act::Call { to, callee: FlowCallee::Method { name: key.to_owned(), otherwise }, args });
        to
    }
}
