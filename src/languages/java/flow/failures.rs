//! `try` with its handlers and resources.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowHandler, FlowLowering, VarId};
use crate::languages::java::syntax::{TryClause, clause_body, named};

use super::{JavaFlow, library};

impl<'c> JavaFlow<'c> {
    pub(super) fn guarded(&mut self, cst: Cst<'c>, at: Option<NodeId>) {
        let resources: Vec<Cst<'c>> =
            cst.child_by_field_name("resources").into_iter().flat_map(named).collect();
        let body = cst.child_by_field_name("body");
        let body = self.block(|it| {
            it.enter();
            it.with_resources(&resources, body, at);
            it.leave();
        });
        let mut handlers = Vec::new();
        let mut finally = None;
        for (clause, part) in TryClause::all(cst) {
            let at = self.nodes.find(&part.byte_range(), |node| self.program.kind(node) == clause.kind());
            match clause {
                TryClause::Catch => {
                    let handler = self.handler(cst, part, at);
                    handlers.push(handler);
                }
                TryClause::Finally => {
                    let done =
                        self.block(|it| clause_body(part).into_iter().for_each(|body| it.scoped(body)));
                    finally = Some((at, done));
                }
            }
        }
        self.flow.push(Flow::Try { at, body, handlers, otherwise: Vec::new(), finally });
    }

    /// What is open is closed behind the body, the last first.
    fn with_resources(&mut self, resources: &[Cst<'c>], body: Option<Cst<'c>>, at: Option<NodeId>) {
        let Some((&first, rest)) = resources.split_first() else {
            return body.into_iter().for_each(|body| self.scoped(body));
        };
        let var = match (first.child_by_field_name("name"), first.child_by_field_name("value")) {
            (Some(name), Some(value)) => {
                let from = self.expression(value);
                let node = self.node_of(first).or(at);
                let also = self.node_of(name);
                let of = first.child_by_field_name("type").map_or("", |of| self.word(of));
                let to = self.declare_local(name, node, of);
                self.step_also(node, also, Act::Copy { to, from });
                to
            }
            _ => match named(first).next() {
                Some(value) => self.expression(value),
                None => self.literal(None),
            },
        };
        let body = self.block(|it| it.with_resources(rest, body, at));
        let closing = self.block(|it| {
            _ = it.call_unnamed(None, "close/0", var);
            if it.has_writers || it.has_hooks {
                let (used, args) = it.used_by(("flush", true), var, 0);
                _ = it.library_call(None, used, args);
            }
        });
        let finally = Some((None, closing));
        self.flow.push(Flow::Try { at: None, body, handlers: Vec::new(), otherwise: Vec::new(), finally });
    }

    fn handler(&mut self, statement: Cst<'c>, clause: Cst<'c>, at: Option<NodeId>) -> FlowHandler {
        let parameter = named(clause).find(|part| part.kind() == "catch_formal_parameter");
        let types =
            parameter.into_iter().flat_map(named).filter(|part| part.kind() == "catch_type").flat_map(named);
        let names: Vec<&'c str> = types.map(|of| self.word(of)).collect();
        let mut classes: Vec<VarId> = Vec::new();
        let (mut takes_foreign, mut takes_all) = (false, false);
        for &name in &names {
            match self.types.named(name, self.current_type()) {
                Some(of) => classes.push(self.types.all[of].class),
                None => {
                    takes_foreign = true;
                    takes_all |= name == "Throwable" || name == "Exception" && !self.text.contains("Error");
                }
            }
        }
        classes.push(self.thrown_inside(statement, &names));
        self.enter();
        let name = parameter.and_then(|parameter| parameter.child_by_field_name("name"));
        let var = name.map(|name| {
            let node = self.node_of(name);
            (self.declare_local(name, node, ""), node)
        });
        let body = self.block(|it| clause_body(clause).into_iter().for_each(|body| it.scoped(body)));
        self.leave();
        FlowHandler { at, var, classes, takes_foreign, takes_all, body }
    }

    /// A handler of what javac checks needs something in the body that may throw it: a variable that all such are
    /// declarations of.
    fn thrown_inside(&mut self, statement: Cst<'c>, names: &[&str]) -> VarId {
        let var = self.flow.temp();
        let from = self.current_type();
        if names.iter().any(|name| self.types.is_checked(name, from)) {
            let mut found = Vec::new();
            let parts =
                ["body", "resources"].into_iter().filter_map(|name| statement.child_by_field_name(name));
            parts.for_each(|part| self.checked_in(part, &mut found));
            found.into_iter().for_each(|node| self.flow.declares(node, var));
        }
        var
    }

    /// What may throw something that javac checks.
    fn checked_in(&self, cst: Cst<'c>, found: &mut Vec<NodeId>) {
        let throws = match cst.kind() {
            "lambda_expression" | "class_body" => return,
            "throw_statement" => true,
            "method_invocation" => {
                let name = cst.child_by_field_name("name").map_or("", |name| self.word(name));
                match self.types.has_method(name) {
                    true => self.throws(name),
                    false => !library::is_plain_method(name) && !is_harmless(name),
                }
            }
            "object_creation_expression" => {
                let name = cst.child_by_field_name("type").map_or("", |of| self.word(of));
                match self.types.named(name, self.current_type()) {
                    Some(of) => self.types.all[of].constructors.iter().any(|it| !it.throws.is_empty()),
                    None => ["Reader", "Stream", "Writer", "Scanner", "File", "URI", "URL"]
                        .iter()
                        .any(|it| name.contains(it)),
                }
            }
            _ => false,
        };
        if throws {
            found.extend(self.node_of(cst));
        }
        crate::stack::deep(|| named(cst).for_each(|child| self.checked_in(child, found)));
    }

    /// Whether a method of the program with this name says that it throws.
    fn throws(&self, name: &str) -> bool {
        let all = self.types.all.iter().flat_map(|of| &of.methods);
        all.filter(|method| method.name == name).any(|method| !method.throws.is_empty())
    }
}

/// Methods of Java's own that throw nothing that javac checks, though they do more than make values.
fn is_harmless(name: &str) -> bool {
    matches!(
        name,
        "add"
            | "put"
            | "get"
            | "remove"
            | "println"
            | "print"
            | "printf"
            | "append"
            | "insert"
            | "push"
            | "pop"
            | "peek"
            | "poll"
            | "offer"
            | "set"
            | "clear"
            | "addAll"
            | "putAll"
            | "getOrDefault"
            | "keySet"
            | "values"
            | "entrySet"
            | "getKey"
            | "getValue"
            | "stream"
            | "iterator"
            | "hasNext"
            | "hasNextInt"
            | "hasNextLine"
            | "nextInt"
            | "nextLine"
            | "parseInt"
            | "valueOf"
            | "format"
            | "max"
            | "min"
            | "abs"
            | "split"
            | "toCharArray"
            | "forEach"
            | "sort"
            | "requireNonNull"
            | "isDigit"
            | "isLetter"
            | "first"
            | "last"
            | "getFirst"
            | "getLast"
            | "reverse"
            | "asList"
            | "of"
            | "merge"
            | "computeIfAbsent"
            | "map"
            | "filter"
            | "collect"
            | "toList"
            | "apply"
            | "accept"
            | "test"
            | "run"
            | "applyAsInt"
            | "floorMod"
            | "floorDiv"
            | "parseDouble"
            | "parseLong"
            | "join"
            | "fill"
            | "arraycopy"
            | "exit"
    )
}
