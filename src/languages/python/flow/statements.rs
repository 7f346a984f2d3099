//! Statements, functions and classes.

use std::collections::BTreeMap;

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowHandler, FlowLowering, FlowShape, FunctionId, Leap, Made, Receiver, VarId};
use crate::languages::python::syntax::{
    BodyClause, PythonExpression, PythonStatement, block, caught, condition, decorators, is_assignment,
    is_keyword, managers, named, sides, targets,
};
use crate::stack::deep;

use super::library;
use super::names::NameMeaning;
use super::{ClassAround, DELETER, LoopLabel, PythonFlow, SETTER, accessor};

impl PythonFlow<'_> {
    pub(super) fn body(&mut self, block: Cst<'_>) {
        for statement in named(block) {
            deep(|| self.statement(statement));
        }
    }

    fn block_of(&mut self, cst: Cst<'_>) {
        if let Some(block) = block(cst) {
            self.body(block);
        }
    }

    fn statement(&mut self, cst: Cst<'_>) {
        let at = self.node_of(cst);
        let Some(statement) = PythonStatement::of(cst) else { return };
        match statement {
            PythonStatement::Expressions => named(cst).for_each(|value| match PythonExpression::of(value) {
                PythonExpression::Yield(given) => _ = self.give(value, given, false),
                _ => _ = self.expression(value),
            }),
            PythonStatement::Assignment(assignment) => {
                let at = self.node_of(assignment);
                self.assignment(assignment, at);
            }
            PythonStatement::Values => self.values(cst, at),
            PythonStatement::Delete => self.delete(cst, at),
            PythonStatement::Scope { .. } => {
                for name in named(cst) {
                    if let (Some(at), NameMeaning::Variable(var)) = (at, self.tables.meaning(self.word(name)))
                    {
                        self.flow.declares(at, var);
                    }
                }
            }
            PythonStatement::Weightless => {}
            PythonStatement::Plain => self.plain(cst, at),
            PythonStatement::If { condition: Some(test), consequence: Some(consequence) } => {
                let clauses: Vec<(BodyClause, Cst<'_>)> = BodyClause::all(cst).collect();
                self.conditional((test, consequence), &clauses, cst.end_byte(), at);
            }
            PythonStatement::While { condition: Some(test) } => self.repeat(cst, test, at),
            PythonStatement::For { left: Some(left), right: Some(right) } => {
                self.each_of(cst, left, right, at)
            }
            PythonStatement::Try => self.guarded(cst, at),
            PythonStatement::With { items: Some(items) } if !self.word(cst).starts_with("async") => {
                let items: Vec<_> = managers(items).collect();
                self.managed(cst, &items, at);
            }
            PythonStatement::With { .. } => _ = self.not_understood(cst, at, "`async with`"),
            PythonStatement::Function { .. } => {
                let function = self.define(cst, at);
                self.named_value(cst, at, Act::Closure { to: 0, function });
            }
            PythonStatement::Class { superclasses } => self.class(cst, superclasses, at),
            PythonStatement::Decorated { definition: Some(definition) } => self.decorated(cst, definition),
            PythonStatement::Match => self.choose(cst, at),
            _ => _ = self.not_understood(cst, at, "this statement"),
        }
    }

    fn plain(&mut self, cst: Cst<'_>, at: Option<NodeId>) {
        let Some(LoopLabel(label)) = self.loops.last().copied() else { return };
        match self.word(cst) {
            word if word.starts_with("break") => self.flow.jump(at, Leap::Break(label)),
            word if word.starts_with("continue") => self.flow.jump(at, Leap::Continue(label)),
            _ => {}
        }
    }

    fn assignment(&mut self, cst: Cst<'_>, at: Option<NodeId>) -> Option<VarId> {
        let (left, right) = sides(cst);
        let (left, right) = (left?, right?);
        let value = match is_assignment(right) {
            true => self.assignment(right, self.node_of(right).or(at))?,
            false if cst.kind() == "augmented_assignment" => {
                self.augmented(left, right, at);
                return None;
            }
            false => self.lasting(right),
        };
        self.assign(left, value, at);
        Some(value)
    }

    /// `a += b`: what `a` is in is evaluated once.
    fn augmented(&mut self, left: Cst<'_>, right: Cst<'_>, at: Option<NodeId>) {
        match PythonExpression::of(PythonExpression::bare(left)) {
            PythonExpression::Attribute(Some(object)) => {
                let base = self.expression(object);
                let before = self.member(base, left, at);
                let right = self.expression(right);
                let from = self.flow.library(at, &[before, right], library::augmented());
                let name = left.child_by_field_name("attribute").map_or("", |name| self.word(name));
                self.set_member(base, name, from, at);
            }
            PythonExpression::Subscript { value: Some(object), indices } => {
                let base = self.expression(object);
                let (key, index) = self.indexed(&indices);
                let before = match self.facts.specials.contains("__getitem__") {
                    true => {
                        let shapes = vec![FlowShape::Part(0)];
                        self.special("__getitem__", &[base, index], shapes, at)
                    }
                    false => self.load(at, base, key.clone(), Some(index)),
                };
                let right = self.expression(right);
                let from = self.flow.library(at, &[before, right], library::augmented());
                if self.facts.specials.contains("__setitem__") {
                    let shapes = vec![FlowShape::Plain];
                    _ = self.special("__setitem__", &[base, index, from], shapes, at);
                }
                self.flow.risk(at, Act::Store { base, key, index: Some(index), from });
                self.put_outside(object, &[base, index, from], at);
            }
            PythonExpression::Name => {
                let NameMeaning::Variable(before) = self.tables.meaning(self.word(left)) else { return };
                let right = self.expression(right);
                let from = self.flow.library(at, &[before, right], library::augmented());
                self.assign(left, from, at);
            }
            _ => _ = self.not_understood(left, at, "this assignment"),
        }
    }

    /// `return`, `raise`, `assert`.
    fn values(&mut self, cst: Cst<'_>, at: Option<NodeId>) {
        let values: Vec<Cst<'_>> = named(cst).collect();
        match cst.kind() {
            "return_statement" => {
                let value = match values[..] {
                    [] => self.literal(at),
                    [only] => self.lasting(only),
                    _ => self.not_understood(cst, at, "this `return`"),
                };
                let result = self.flow.result();
                if self.word(cst).len() > "return".len() {
                    self.copy(at, result, value);
                }
                self.flow.jump(at, Leap::Return);
            }
            "raise_statement" => {
                let mut evaluated = Vec::new();
                for value in values {
                    let var = self.expression(value);
                    evaluated.push((value, var));
                }
                let Some(&(first, var)) = evaluated.first() else {
                    return self.flow.jump(at, Leap::Throw(None));
                };
                let mut thrown = var;
                let is_made = matches!(PythonExpression::of(first), PythonExpression::Call { .. });
                if !is_made {
                    let to = self.flow.temp();
                    let otherwise = library::function(self.word(first), 0, None, self.flow.world());
                    let callee = crate::flow::FlowCallee::Value { value: var, otherwise };
                    self.flow.risk(at, Act::Call { to, callee, args: Vec::new() });
                    // The name may be that of an exception that was made before.
                    let both = self.flow.temp();
                    let test = self.flow.temp();
                    let then = self.block(|it| it.copy(None, both, to));
                    let other = self.block(|it| it.copy(None, both, var));
                    self.flow.push(Flow::If { at: None, test, then, other });
                    thrown = both;
                }
                if let (Some(&(_, cause)), true) = (evaluated.get(1), self.text.contains("__cause__")) {
                    let both = crate::flow::FlowEffect {
                        result: vec![FlowShape::Whole(0)],
                        puts: vec![(0, FlowShape::Whole(1))],
                        ..library::shallow()
                    };
                    thrown = self.flow.library(None, &[thrown, cause], both);
                }
                if self.steps && library::ends_iteration(self.word(first)) {
                    self.end_iteration(at);
                }
                self.flow.jump(at, Leap::Throw(Some(thrown)));
            }
            _ => {
                let Some((&test, rest)) = values.split_first() else { return };
                let test = self.truth(test);
                let other = self.block(|it| {
                    rest.iter().for_each(|&value| _ = it.expression(value));
                    it.flow.jump(at, Leap::Throw(None));
                });
                self.flow.push(Flow::If { at, test, then: Vec::new(), other });
            }
        }
    }

    /// Whoever goes through an object of the program, and is not the program's, takes the failure for the end.
    fn end_iteration(&mut self, at: Option<NodeId>) {
        let test = self.flow.temp();
        let then = self.block(|it| {
            let end = it.literal(at);
            let result = it.flow.result();
            it.copy(at, result, end);
            it.flow.jump(at, Leap::Return);
        });
        self.flow.push(Flow::If { at: None, test, then, other: Vec::new() });
    }

    fn conditional(
        &mut self,
        (test, consequence): (Cst<'_>, Cst<'_>),
        clauses: &[(BodyClause, Cst<'_>)],
        end: usize,
        at: Option<NodeId>,
    ) {
        let test = self.truth(test);
        let then = self.block(|it| it.body(consequence));
        let other = self.block(|it| match clauses {
            [(BodyClause::Elif, clause), rest @ ..] => {
                let range = clause.start_byte()..end;
                let at = it.node_at(range, |node| it.program.kind(node) == "if_statement");
                if let (Some(test), Some(body)) = (condition(*clause), block(*clause)) {
                    it.conditional((test, body), rest, end, at);
                }
            }
            [(_, clause), ..] => it.block_of(*clause),
            [] => {}
        });
        self.flow.push(Flow::If { at, test, then, other });
    }

    /// What a loop does when its test ended it.
    fn otherwise(&mut self, cst: Cst<'_>) -> Vec<Flow> {
        let clauses: Vec<Cst<'_>> = BodyClause::all(cst).map(|(_, clause)| clause).collect();
        self.block(|it| clauses.into_iter().for_each(|clause| it.block_of(clause)))
    }

    fn repeat(&mut self, cst: Cst<'_>, test: Cst<'_>, at: Option<NodeId>) {
        let label = self.flow.label();
        let is_endless = self.word(test) == "True" || self.word(test) == "1";
        let decides = self.flow.temp();
        let head = self.block(|it| {
            let value = if is_endless { it.expression(test) } else { it.truth(test) };
            it.copy(None, decides, value);
        });
        self.loops.push(LoopLabel(label));
        let body = self.block(|it| it.block_of(cst));
        self.loops.pop();
        let otherwise = self.otherwise(cst);
        let test = Some(decides);
        let step = Vec::new();
        self.flow.push(Flow::Loop { at, label, head, test, is_tested_last: false, body, step, otherwise });
    }

    fn each_of(&mut self, cst: Cst<'_>, left: Cst<'_>, right: Cst<'_>, at: Option<NodeId>) {
        let source = self.expression(right);
        let source = self.asked(source, library::ELEMENTS, at);
        let label = self.flow.label();
        let decides = self.flow.temp();
        let head = self.block(|it| {
            let place = it.driven(at);
            let more = it.flow.library(place, &[source], library::truth());
            it.copy(None, decides, more);
        });
        self.loops.push(LoopLabel(label));
        let body = self.block(|it| {
            let element = it.load(at, source, crate::flow::FlowKey::AnyElement, None);
            it.assign(left, element, at);
            it.block_of(cst);
        });
        self.loops.pop();
        let otherwise = self.otherwise(cst);
        let test = Some(decides);
        let step = Vec::new();
        self.flow.push(Flow::Loop { at, label, head, test, is_tested_last: false, body, step, otherwise });
    }

    fn guarded(&mut self, cst: Cst<'_>, at: Option<NodeId>) {
        let body = self.block(|it| it.block_of(cst));
        let mut handlers = Vec::new();
        let mut otherwise = Vec::new();
        let mut finally = None;
        for (clause, part) in BodyClause::all(cst) {
            let at = self.node_at(part.byte_range(), |node| self.program.kind(node) == clause.kind());
            match clause {
                BodyClause::Except => {
                    let handler = self.handler(part, at);
                    handlers.push(handler);
                }
                BodyClause::Finally => finally = Some((at, self.block(|it| it.block_of(part)))),
                _ => otherwise = self.block(|it| it.block_of(part)),
            }
        }
        self.flow.push(Flow::Try { at, body, handlers, otherwise, finally });
    }

    /// `with`: what is entered is left in any case, and may take the failure away.
    fn managed(&mut self, cst: Cst<'_>, items: &[(Cst<'_>, Option<Cst<'_>>)], at: Option<NodeId>) {
        let [(manager, target), rest @ ..] = items else { return self.block_of(cst) };
        let value = self.expression(*manager);
        let whole = vec![FlowShape::Whole(0), FlowShape::Part(0)];
        let entered = self.special("__enter__", &[value], whole, at);
        if let Some(target) = target {
            let at = self.node_of(*target).or(at);
            self.assign(*target, entered, at);
        }
        let body = self.block(|it| it.managed(cst, rest, at));
        let mut handlers = Vec::new();
        if self.may_swallow(*manager) {
            let failure = self.flow.temp();
            let handled = self.block(|it| {
                let says = it.leave(value, failure, at);
                let test = it.flow.library(None, &[says], library::truth());
                let other = it.block(|it| it.flow.jump(None, Leap::Throw(None)));
                it.flow.push(Flow::If { at: None, test, then: Vec::new(), other });
            });
            handlers.push(FlowHandler {
                at: None,
                var: Some((failure, None)),
                classes: Vec::new(),
                takes_foreign: true,
                takes_all: true,
                body: handled,
            });
        }
        let finally = self.block(|it| {
            let nothing = it.literal(None);
            it.leave(value, nothing, at);
        });
        self.flow.push(Flow::Try {
            at,
            body,
            handlers,
            otherwise: Vec::new(),
            finally: Some((None, finally)),
        });
    }

    fn leave(&mut self, manager: VarId, failure: VarId, at: Option<NodeId>) -> VarId {
        self.special("__exit__", &[manager, failure, failure, failure], vec![FlowShape::Plain], at)
    }

    /// Whether what is managed may go on behind a failure: of the library, what is made for that does.
    fn may_swallow(&self, manager: Cst<'_>) -> bool {
        let word = self.word(manager);
        self.facts.swallows
            || ["suppress", "raises", "assertRaises", "ExitStack"].iter().any(|name| word.contains(name))
    }

    fn handler(&mut self, clause: Cst<'_>, at: Option<NodeId>) -> FlowHandler {
        let mut classes = Vec::new();
        let mut takes_foreign = false;
        let mut takes_all = false;
        let named_classes = match caught(clause).map(PythonExpression::bare) {
            None => Vec::new(),
            Some(caught) => match PythonExpression::of(caught) {
                PythonExpression::Elements(all) => all,
                _ => vec![caught],
            },
        };
        takes_all |= named_classes.is_empty();
        for class in named_classes {
            let is_name = matches!(PythonExpression::of(class), PythonExpression::Name);
            match self.tables.meaning(self.word(class)) {
                NameMeaning::Variable(var) if is_name => classes.push(var),
                _ => {
                    takes_foreign = true;
                    takes_all |= matches!(self.word(class), "Exception" | "BaseException");
                }
            }
        }
        takes_foreign |= takes_all;
        let mut names = Vec::new();
        for pattern in named(clause).filter(|part| part.kind() == "as_pattern") {
            for alias in pattern.children().filter(|child| child.field() == "alias") {
                targets(alias, &mut names);
            }
        }
        let var = names.first().and_then(|&name| match self.tables.meaning(self.word(name)) {
            NameMeaning::Variable(var) => Some((var, self.node_of(name))),
            _ => None,
        });
        let body = self.block(|it| it.block_of(clause));
        FlowHandler { at, var, classes, takes_foreign, takes_all, body }
    }

    /// Lowers a function; gives it before it is bound to its name.
    fn define(&mut self, cst: Cst<'_>, at: Option<NodeId>) -> FunctionId {
        let parameters = cst.child_by_field_name("parameters");
        let defaults = self.defaults(parameters);
        let function = self.flow.declare(at);
        let is_method = self.tables.is_class();
        let around = self.class;
        if !is_method {
            self.class = None;
        }
        let block = block(cst);
        let is_generator = block.is_some_and(|block| has_yield(block));
        let name = cst.child_by_field_name("name").map_or("", |name| self.word(name));
        let steps = std::mem::replace(&mut self.steps, library::STEPPING.contains(&name));
        self.function(function, (parameters, block, at), &defaults, |it| {
            if is_generator {
                it.generate(function);
                it.keeps_given(parameters);
            }
            if let Some(block) = block {
                it.body(block);
            }
        });
        self.class = around;
        self.steps = steps;
        function
    }

    /// Binds a definition to its name.
    fn named_value(&mut self, cst: Cst<'_>, at: Option<NodeId>, act: Act) {
        let value = self.flow.temp();
        let act = match act {
            Act::Closure { function, .. } => Act::Closure { to: value, function },
            act => act,
        };
        self.flow.step(at, act);
        self.give_name(cst, at, value);
    }

    fn give_name(&mut self, cst: Cst<'_>, at: Option<NodeId>, value: VarId) {
        let Some(name) = cst.child_by_field_name("name") else { return };
        if let NameMeaning::Variable(to) = self.tables.meaning(self.word(name)) {
            self.copy(at, to, value);
        }
    }

    fn class(&mut self, cst: Cst<'_>, superclasses: Option<Cst<'_>>, at: Option<NodeId>) {
        let all: Vec<Cst<'_>> = superclasses.into_iter().flat_map(named).collect();
        let mut bases = Vec::new();
        for &base in all.iter().filter(|base| !is_keyword(**base)) {
            // What types a base is for changes nothing.
            let generic = match PythonExpression::of(base) {
                PythonExpression::Subscript { value: Some(value), .. } => value,
                _ => base,
            };
            bases.push(self.expression(generic));
        }
        let has_bases = !bases.is_empty();
        let is_enumeration = superclasses.is_some_and(|all| {
            ["Enum", "Flag"].iter().any(|end| self.word(all).trim_end_matches([')', ' ']).ends_with(end))
        });
        let class = self.flow.temp();
        let around = self.class.replace(ClassAround { class, receiver: None, is_enumeration });
        let body = block(cst);
        self.tables.enter(&mut self.flow, (self.text, body, true), &[]);
        let mut methods = Vec::new();
        let mut defined = BTreeMap::new();
        let statements: Vec<Cst<'_>> = body.into_iter().flat_map(named).collect();
        for &statement in &statements {
            if let Some(definition) = self.method_of(statement) {
                let plain = definition.child_by_field_name("name").map_or("", |name| self.word(name));
                let prefix = decorators(statement).find_map(|it| accessor(self.word(it)));
                let name = format!("{}{plain}", prefix.unwrap_or(""));
                let at = self.node_at(statement.byte_range(), |node| {
                    crate::languages::python::syntax::is_made_of(self.program, node, definition)
                });
                if let (Some(at), Some(SETTER | DELETER), Some(&getter)) = (at, prefix, defined.get(plain)) {
                    // Its decorator names what was defined before.
                    self.flow.requires(at, getter);
                }
                defined.extend(at.filter(|_| prefix.is_none_or(str::is_empty)).map(|at| (plain, at)));
                let function = self.define(definition, at);
                self.receiver((statement, plain), function);
                // What comes behind it in the body may give it another name.
                let to = self.flow.temp();
                self.flow.step(at, Act::Closure { to, function });
                self.give_name(definition, at, to);
                methods.push((name, function));
            }
        }
        methods.extend(self.iterated_by_index(&methods, has_bases));
        let constructor = "__init__".to_owned();
        let kind = Made::Class { bases, methods, constructor, shows: Vec::new() };
        self.flow.step(at, Act::Make { to: class, kind, holds: Vec::new() });
        for statement in statements {
            if self.method_of(statement).is_none() {
                self.statement(statement);
                let is_looked_at = is_enumeration || has_bases && self.facts.has_foreign_bases;
                self.special_field(at, statement, (&defined, is_looked_at));
            }
        }
        self.tables.leave();
        self.class = around;
        if has_bases && self.facts.specials.contains("__init_subclass__") {
            let mut given = vec![class];
            given.extend(
                all.iter()
                    .filter(|part| is_keyword(**part))
                    .filter_map(|part| {
                        let value = part.child_by_field_name("value")?;
                        Some(self.expression(value))
                    })
                    .collect::<Vec<_>>(),
            );
            _ = self.special("__init_subclass__", &given, vec![FlowShape::Plain], at);
        }
        self.give_name(cst, at, class);
        if let (Some(around), Some(name)) =
            (around.filter(|_| self.tables.is_class()), cst.child_by_field_name("name"))
        {
            self.class_field(around.class, self.word(name), class, at);
        }
    }

    /// A class that has `__getitem__` and no `__iter__`, also none of a base, is iterated over by its index.
    fn iterated_by_index(
        &self,
        methods: &[(String, FunctionId)],
        has_bases: bool,
    ) -> Option<(String, FunctionId)> {
        let of =
            |name: &str| methods.iter().find(|(method, _)| method == name).map(|(_, function)| *function);
        let may_inherit = has_bases && self.facts.specials.contains("__iter__");
        let is_iterated = of("__iter__").is_none() && !may_inherit;
        of("__getitem__").filter(|_| is_iterated).map(|function| ("__iter__".to_owned(), function))
    }

    /// `__radd__ = __add__` in a class: what is called or looked at without being named stays where the class does, and so do
    /// the members of an enumeration, in which calling it looks for a value, and all that a base of Python's own may look at.
    fn special_field(
        &mut self,
        class: Option<NodeId>,
        statement: Cst<'_>,
        (methods, is_looked_at): (&BTreeMap<&str, NodeId>, bool),
    ) {
        let Some(PythonStatement::Assignment(assignment)) = PythonStatement::of(statement) else { return };
        let part = |field| assignment.child_by_field_name(field);
        let (Some(class), Some(left)) = (class, part("left")) else { return };
        let is_special = self.word(left).starts_with("__") && self.word(left).ends_with("__");
        if !is_looked_at && !is_special {
            return;
        }
        let right = part("right");
        let defined = right.and_then(|right| methods.get(self.word(right)).copied());
        let program = self.program;
        let inside = self.node_of(right.unwrap_or(assignment)).into_iter();
        for needed in inside.flat_map(|node| program.subtree(node)).chain(defined) {
            self.flow.requires(class, needed);
        }
    }

    /// What the decorators of a method say of its first parameter.
    fn receiver(&mut self, (statement, name): (Cst<'_>, &str), function: FunctionId) {
        if name == "__init_subclass__" {
            self.flow.receive(function, Receiver::Class);
        }
        for decorator in decorators(statement) {
            match self.word(decorator).trim_start_matches('@').trim() {
                "staticmethod" => self.flow.receive(function, Receiver::Nothing),
                "classmethod" => self.flow.receive(function, Receiver::Class),
                word if word == "property" || word.ends_with(".setter") || word.ends_with(".deleter") => {}
                _ => _ = self.not_understood(decorator, None, "this decorator"),
            }
        }
    }

    fn decorated(&mut self, cst: Cst<'_>, definition: Cst<'_>) {
        let at = self.node_at(cst.byte_range(), |node| {
            crate::languages::python::syntax::is_made_of(self.program, node, definition)
        });
        match PythonStatement::of(definition) {
            Some(PythonStatement::Class { superclasses }) => self.class(definition, superclasses, at),
            _ => {
                let function = self.define(definition, at);
                self.named_value(definition, at, Act::Closure { to: 0, function });
            }
        }
        let name = definition.child_by_field_name("name");
        let meaning = name.map(|name| self.tables.meaning(self.word(name)));
        let around = self.class.filter(|_| self.tables.is_class());
        // The innermost is called first.
        let all: Vec<Cst<'_>> = decorators(cst).collect();
        for decorator in all.into_iter().rev() {
            match (self.own_decorator(decorator), &meaning) {
                (Some(expression), Some(NameMeaning::Variable(var))) => {
                    let value = self.expression(expression);
                    let called_at = self.node_of(decorator).or(at);
                    let result = self.call_value(called_at, value, vec![super::calls::argument(*var)]);
                    self.copy(at, *var, result);
                }
                _ => {
                    self.not_understood(decorator, None, "this decorator");
                    let _ = self.not_understood(cst, at, "what is decorated");
                }
            }
        }
        if let (Some(around), Some(NameMeaning::Variable(var)), Some(name)) = (around, &meaning, name) {
            self.class_field(around.class, self.word(name), *var, at);
        }
    }

    /// Whether a decorator of a method is one that the program defines.
    pub(super) fn replaces(&self, decorator: Cst<'_>) -> bool {
        accessor(self.word(decorator)).is_none() && self.own_decorator(decorator).is_some()
    }

    /// The expression of a decorator that the program defines.
    fn own_decorator<'c>(&self, decorator: Cst<'c>) -> Option<Cst<'c>> {
        let expression = PythonExpression::bare(named(decorator).next()?);
        let called = match PythonExpression::of(expression) {
            PythonExpression::Call { function: Some(function), .. } => function,
            _ => expression,
        };
        self.path_of(PythonExpression::bare(called)).is_none().then_some(expression)
    }
}

/// Whether a function is a generator.
fn has_yield(cst: Cst<'_>) -> bool {
    let is_inner = matches!(
        PythonStatement::of(cst),
        Some(PythonStatement::Function { .. } | PythonStatement::Class { .. })
    ) || matches!(PythonExpression::of(cst), PythonExpression::Lambda { .. });
    !is_inner
        && (matches!(PythonExpression::of(cst), PythonExpression::Yield(_))
            || deep(|| named(cst).any(has_yield)))
}
