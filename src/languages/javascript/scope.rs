//! Which names a program binds and where they are used, and which deletions the compiler would take notice of.
//!
//! Without its declaration a name means what is around the scope, or the global object. Where nothing around declares it, uses ask
//! the switch of the declaration (`Use::text`); elsewhere the declaration is an alternative that is chosen before a schema is
//! compiled, as is everything else that cannot be asked while a program runs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

mod faults;

use super::deletions::{ObjectItem, ScriptPart, ScriptParts, ScriptPlace};
use super::syntax::{
    self, DeclarationWord, ScriptExpression, ScriptNaming, ScriptPattern, ScriptStatement, body, bound_names,
    caught, declarators, declared_in_head, key, name, parameters, parts_of, value,
};
use crate::ast::{Cst, Tree, concrete};
use crate::deletions::alternative;
use crate::oracle::meaning::{BoundName, ScopedUse};
use crate::stack::deep;

/// Entry point of a program that is run as a script.
pub(super) const SCRIPT: &str = "__main__";

/// Names that a program has without declaring them.
pub(super) const GLOBALS: &[&str] = &[
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "Atomics",
    "BigInt",
    "BigInt64Array",
    "BigUint64Array",
    "Boolean",
    "Buffer",
    "DataView",
    "Date",
    "Error",
    "EvalError",
    "Float32Array",
    "Float64Array",
    "Function",
    "Infinity",
    "Int16Array",
    "Int32Array",
    "Int8Array",
    "Intl",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "ReferenceError",
    "Reflect",
    "RegExp",
    "Set",
    "String",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "URIError",
    "Uint16Array",
    "Uint32Array",
    "Uint8Array",
    "Uint8ClampedArray",
    "WeakMap",
    "WeakSet",
    "arguments",
    "clearInterval",
    "clearTimeout",
    "clearImmediate",
    "console",
    "decodeURIComponent",
    "encodeURIComponent",
    "escape",
    "exports",
    "global",
    "globalThis",
    "isFinite",
    "isNaN",
    "module",
    "parseFloat",
    "parseInt",
    "performance",
    "process",
    "queueMicrotask",
    "require",
    "setImmediate",
    "setInterval",
    "setTimeout",
    "structuredClone",
    "undefined",
    "unescape",
    "__dirname",
    "__filename",
];

/// What has names of its own.
#[derive(Debug)]
struct ScriptScope {
    parent: Option<usize>,
    /// The construct, which deletions around it take as a whole.
    owner: Range<usize>,
    is_function: bool,
    names: BTreeMap<String, ScriptBinding>,
}

/// A name of a scope.
#[derive(Debug, Default)]
struct ScriptBinding {
    /// Where it is declared.
    places: Vec<usize>,
    /// Whether a place cannot be deleted.
    is_always: bool,
    is_const: bool,
    /// Whether it cannot be used before its declaration.
    is_late: bool,
    is_written: bool,
    /// Whether its declarations cannot be asked while a program runs.
    is_chosen: bool,
}

/// How a name is used.
#[derive(Clone, Debug, PartialEq, Eq)]
enum UseKind {
    Read,
    TypeOf,
    /// In this assignment, which may read it first.
    Write {
        whole: Range<usize>,
        is_read: bool,
    },
    /// In a pattern that is assigned to.
    Target,
}

#[derive(Debug)]
struct NameUse {
    name: String,
    range: Range<usize>,
    scope: usize,
    kind: UseKind,
    is_strict: bool,
}

/// The variable that a name means.
#[derive(Clone, Debug)]
pub(super) struct ScriptMeaning {
    pub(super) scope: usize,
    pub(super) name: String,
    /// What the scope is of.
    pub(super) owner: Range<usize>,
    /// The function that has it; `None` for the module.
    pub(super) function: Option<Range<usize>>,
    /// Whether it is assigned to, not only declared.
    pub(super) is_written: bool,
    /// Whether its name means something else where it is not declared, or nothing that can be assigned to.
    pub(super) is_shadowing: bool,
}

/// Text to be written around a stretch.
pub(super) struct UseText {
    pub(super) range: Range<usize>,
    pub(super) before: String,
    pub(super) after: String,
}

/// The scopes of a program's only file, the module's first, outer before inner.
#[derive(Debug)]
pub(super) struct ScriptScopes {
    all: Vec<ScriptScope>,
    uses: Vec<NameUse>,
    /// Cases that declare names for the others of their `switch`.
    lexical_cases: BTreeSet<(usize, usize)>,
    is_strict: bool,
}

impl ScriptScopes {
    pub(super) fn new(program: &Tree) -> ScriptScopes {
        let text = &program.file(0).text;
        let concrete = concrete(program.language(), text);
        let module =
            ScriptScope { parent: None, owner: 0..usize::MAX, is_function: true, names: BTreeMap::new() };
        let is_strict = text.contains("use strict");
        let mut scopes =
            ScriptScopes { all: vec![module], uses: Vec::new(), lexical_cases: BTreeSet::new(), is_strict };
        scopes.declare_all(concrete.root(), text, 0);
        scopes.visit_all(concrete.root(), text, 0, is_strict);
        scopes.choose();
        scopes
    }

    fn open(&mut self, cst: Cst<'_>, parent: usize, is_function: bool) -> usize {
        let owner = cst.byte_range();
        self.all.push(ScriptScope { parent: Some(parent), owner, is_function, names: BTreeMap::new() });
        self.all.len() - 1
    }

    fn function_of(&self, mut scope: usize) -> usize {
        while !self.all[scope].is_function {
            scope = self.all[scope].parent.unwrap_or(0);
        }
        scope
    }

    fn bind(&mut self, scope: usize, name: Cst<'_>, text: &str) -> &mut ScriptBinding {
        let binding = self.all[scope].names.entry(text[name.byte_range()].to_owned()).or_default();
        binding.places.push(name.start_byte());
        binding
    }

    fn bind_pattern(&mut self, scope: usize, pattern: Cst<'_>, text: &str) {
        let mut names = Vec::new();
        bound_names(pattern, &mut names);
        names.into_iter().for_each(|name| _ = self.bind(scope, name, text));
    }

    /// Declares what the statements of a scope declare, so that names are known before they are used.
    fn declare_all(&mut self, cst: Cst<'_>, text: &str, scope: usize) {
        for child in parts_of(cst) {
            self.declare(child, text, scope);
        }
    }

    fn declare(&mut self, cst: Cst<'_>, text: &str, scope: usize) {
        let function = self.function_of(scope);
        match ScriptNaming::of(cst) {
            ScriptNaming::Function { is_statement: true } => {
                if let Some(name) = name(cst) {
                    // In a block it is also the function's, once the block is entered.
                    self.bind(scope, name, text).is_chosen |= scope != function;
                }
            }
            ScriptNaming::Class { is_statement: true } => {
                name(cst).into_iter().for_each(|name| self.bind(scope, name, text).is_late = true);
            }
            ScriptNaming::Declaration(word) if word != DeclarationWord::Var => {
                for name in declared_names(cst) {
                    let binding = self.bind(scope, name, text);
                    binding.is_late = true;
                    binding.is_const |= word == DeclarationWord::Const;
                }
            }
            _ => {}
        }
    }

    fn visit_all(&mut self, cst: Cst<'_>, text: &str, scope: usize, is_strict: bool) {
        parts_of(cst).for_each(|child| self.visit(child, text, scope, is_strict));
    }

    fn visit(&mut self, cst: Cst<'_>, text: &str, scope: usize, is_strict: bool) {
        deep(|| match ScriptNaming::of(cst) {
            ScriptNaming::Function { is_statement } => {
                let inside = self.open(cst, scope, true);
                let computed = key(cst).filter(|_| !is_statement).and_then(syntax::computed);
                computed.into_iter().for_each(|key| self.visit(key, text, scope, is_strict));
                if let Some(own) = name(cst).filter(|own| !is_statement && UsedVariable::is(*own)) {
                    self.bind(inside, own, text).is_always = true;
                }
                for parameter in parameters(cst) {
                    self.bind_pattern(inside, parameter, text);
                }
                if let Some(body) = body(cst).filter(|body| syntax::is_block(*body)) {
                    self.declare_all(body, text, inside);
                }
                for parameter in parameters(cst) {
                    self.pattern(parameter, text, inside, is_strict, None);
                }
                match body(cst) {
                    Some(body) if syntax::is_block(body) => self.visit_all(body, text, inside, is_strict),
                    Some(body) => self.visit(body, text, inside, is_strict),
                    None => {}
                }
            }
            ScriptNaming::Class { is_statement } => {
                let inside = self.open(cst, scope, false);
                if let Some(own) = name(cst).filter(|_| !is_statement) {
                    self.bind(inside, own, text).is_always = true;
                }
                let own = name(cst).map(|own| own.byte_range());
                for child in parts_of(cst).filter(|child| Some(child.byte_range()) != own) {
                    self.visit(child, text, inside, true);
                }
            }
            ScriptNaming::Block => {
                let inside = self.open(cst, scope, false);
                self.declare_all(cst, text, inside);
                for case in parts_of(cst).filter(|it| syntax::is_case(*it)) {
                    let statements: Vec<Cst<'_>> = syntax::case_statements(case).collect();
                    for statement in statements {
                        self.declare(statement, text, inside);
                        let naming = ScriptNaming::of(statement);
                        let is_lexical = match naming {
                            ScriptNaming::Declaration(word) => word != DeclarationWord::Var,
                            ScriptNaming::Function { is_statement }
                            | ScriptNaming::Class { is_statement } => is_statement,
                            _ => false,
                        };
                        if is_lexical {
                            self.lexical_cases.insert((case.start_byte(), case.end_byte()));
                        }
                    }
                }
                self.visit_all(cst, text, inside, is_strict);
            }
            ScriptNaming::Catch => {
                let inside = self.open(cst, scope, false);
                if let Some(parameter) = caught(cst) {
                    self.bind_pattern(inside, parameter, text);
                    self.pattern(parameter, text, inside, is_strict, None);
                }
                body(cst).into_iter().for_each(|body| self.visit(body, text, inside, is_strict));
            }
            ScriptNaming::ForIn => self.for_in(cst, text, scope, is_strict),
            ScriptNaming::Declaration(word) => {
                let function = self.function_of(scope);
                for name in declared_names(cst).into_iter().filter(|_| word == DeclarationWord::Var) {
                    self.bind(function, name, text);
                }
                for declarator in declarators(cst) {
                    if let Some(pattern) = name(declarator) {
                        self.pattern(pattern, text, scope, is_strict, None);
                    }
                    value(declarator).into_iter().for_each(|value| self.visit(value, text, scope, is_strict));
                }
            }
            ScriptNaming::Other => self.expression(cst, text, scope, is_strict),
        })
    }

    fn for_in(&mut self, cst: Cst<'_>, text: &str, scope: usize, is_strict: bool) {
        let Some(ScriptStatement::ForIn { left, right, body }) = ScriptStatement::of(cst) else { return };
        let inside = self.open(cst, scope, false);
        if let Some(left) = left {
            match declared_in_head(cst) {
                Some(word) => {
                    let owner = if word == DeclarationWord::Var { self.function_of(scope) } else { inside };
                    let mut names = Vec::new();
                    bound_names(left, &mut names);
                    for name in names {
                        self.bind(owner, name, text).is_chosen |= word == DeclarationWord::Var;
                    }
                    self.pattern(left, text, inside, is_strict, None);
                }
                None => self.pattern(left, text, scope, is_strict, Some(UseKind::Target)),
            }
        }
        right.into_iter().for_each(|right| self.visit(right, text, scope, is_strict));
        body.into_iter().for_each(|body| self.visit(body, text, inside, is_strict));
    }

    /// A pattern that binds names, or with a kind of use one that is assigned to.
    fn pattern(&mut self, cst: Cst<'_>, text: &str, scope: usize, is_strict: bool, target: Option<UseKind>) {
        match ScriptPattern::of(cst) {
            ScriptPattern::Name(name) | ScriptPattern::Shorthand(name) => {
                if let Some(kind) = target {
                    self.note(name, text, scope, (kind, is_strict));
                }
            }
            ScriptPattern::Default { left, right } => {
                self.pattern(left, text, scope, is_strict, target);
                self.visit(right, text, scope, is_strict);
            }
            ScriptPattern::Rest(inner) => self.pattern(inner, text, scope, is_strict, target),
            ScriptPattern::Pair { key, value } => {
                syntax::computed(key).into_iter().for_each(|key| self.visit(key, text, scope, is_strict));
                self.pattern(value, text, scope, is_strict, target);
            }
            ScriptPattern::Object | ScriptPattern::Array => {
                parts_of(cst).for_each(|part| self.pattern(part, text, scope, is_strict, target.clone()));
            }
            ScriptPattern::Other => self.visit(cst, text, scope, is_strict),
        }
    }

    fn expression(&mut self, cst: Cst<'_>, text: &str, scope: usize, is_strict: bool) {
        match ScriptExpression::of(cst) {
            ScriptExpression::Name | ScriptExpression::Shorthand => {
                self.note(cst, text, scope, (UseKind::Read, is_strict));
            }
            ScriptExpression::TypeOf(Some(inner)) if UsedVariable::is(inner) => {
                self.note(inner, text, scope, (UseKind::TypeOf, is_strict));
            }
            ScriptExpression::Assignment { left: Some(left), right, is_plain } => {
                let left = ScriptExpression::bare(left);
                let kind = match UsedVariable::is(left) {
                    true => UseKind::Write { whole: cst.byte_range(), is_read: !is_plain },
                    false => UseKind::Target,
                };
                self.pattern(left, text, scope, is_strict, Some(kind));
                right.into_iter().for_each(|right| self.visit(right, text, scope, is_strict));
            }
            ScriptExpression::Update { target: Some(target), .. } => {
                let target = ScriptExpression::bare(target);
                let kind = match UsedVariable::is(target) {
                    true => UseKind::Write { whole: cst.byte_range(), is_read: true },
                    false => UseKind::Target,
                };
                self.pattern(target, text, scope, is_strict, Some(kind));
            }
            _ => self.visit_all(cst, text, scope, is_strict),
        }
    }

    fn note(&mut self, name: Cst<'_>, text: &str, scope: usize, (kind, is_strict): (UseKind, bool)) {
        let range = name.byte_range();
        let name = text[range.clone()].to_owned();
        self.uses.push(NameUse { name, range, scope, kind, is_strict });
    }

    /// The scopes that declare a name, from the innermost outwards.
    fn declaring(&self, scope: usize, name: &str) -> Vec<usize> {
        let around = std::iter::successors(Some(scope), |&scope| self.all[scope].parent);
        around.filter(|&scope| self.all[scope].names.contains_key(name)).collect()
    }

    /// What each name means that is bound or used, by its place.
    pub(super) fn meanings(&self) -> BTreeMap<usize, ScriptMeaning> {
        let mut meanings = BTreeMap::new();
        for (scope, one) in self.all.iter().enumerate() {
            for (name, binding) in &one.names {
                let meaning = || self.meaning(scope, name, binding);
                meanings.extend(binding.places.iter().map(|&place| (place, meaning())));
            }
        }
        for one in &self.uses {
            if let Some(&scope) = self.declaring(one.scope, &one.name).first() {
                let meaning = self.meaning(scope, &one.name, &self.all[scope].names[&one.name]);
                meanings.insert(one.range.start, meaning);
            }
        }
        meanings
    }

    fn meaning(&self, scope: usize, name: &str, binding: &ScriptBinding) -> ScriptMeaning {
        let function = self.function_of(scope);
        let around = self.all[scope].parent.is_some_and(|parent| !self.declaring(parent, name).is_empty());
        ScriptMeaning {
            scope,
            name: name.to_owned(),
            owner: self.all[scope].owner.clone(),
            function: (function > 0).then(|| self.all[function].owner.clone()),
            is_written: binding.is_written,
            is_shadowing: around || self.is_strict || GLOBALS.contains(&name),
        }
    }

    /// Variables, by scope and name, that a function uses in which they are not declared.
    pub(super) fn captured(&self) -> BTreeSet<(usize, String)> {
        let mut captured = BTreeSet::new();
        for one in &self.uses {
            if let Some(&scope) = self.declaring(one.scope, &one.name).first()
                && self.function_of(scope) != self.function_of(one.scope)
            {
                captured.insert((scope, one.name.clone()));
            }
        }
        captured
    }

    /// Names that could come to mean another variable of the program.
    pub(super) fn scoped_uses(&self, program: &Tree) -> Vec<ScopedUse> {
        let scoped = |one: &NameUse| {
            let mut declaring = self.declaring(one.scope, &one.name).into_iter();
            let binds = |scope: usize| {
                let binding = &self.all[scope].names[&one.name];
                let bound = |&at: &usize| match binding.is_always {
                    true => BoundName::always(at),
                    false => BoundName::at(program, &one.name, at),
                };
                binding.places.iter().map(bound).collect::<Vec<_>>()
            };
            let own = binds(declaring.next()?);
            let outer: Vec<BoundName> = declaring.flat_map(binds).collect();
            let node = program.ids().rev().find(|&node| program.span(node).contains(&one.range.start))?;
            Some(ScopedUse { node, name: one.name.clone(), own, outer })
        };
        self.uses.iter().filter_map(scoped).collect()
    }

    /// Says which declarations are chosen before compiling.
    fn choose(&mut self) {
        for idx in 0..self.uses.len() {
            let NameUse { name, scope, kind, .. } = &self.uses[idx];
            let is_written = matches!(kind, UseKind::Write { .. } | UseKind::Target);
            let is_target = *kind == UseKind::Target;
            for scope in self.declaring(*scope, name) {
                let name = self.uses[idx].name.clone();
                if let Some(binding) = self.all[scope].names.get_mut(&name) {
                    binding.is_written |= is_written;
                    binding.is_chosen |= is_target;
                }
            }
        }
        for scope in 0..self.all.len() {
            let names: Vec<String> = self.all[scope].names.keys().cloned().collect();
            for name in names {
                let is_around =
                    self.all[scope].parent.is_some_and(|parent| !self.declaring(parent, &name).is_empty());
                let is_known = GLOBALS.contains(&name.as_str());
                if let Some(binding) = self.all[scope].names.get_mut(&name) {
                    binding.is_chosen |= is_around || is_known || binding.is_const && binding.is_written;
                }
            }
        }
    }

    /// The parts that take a declaration of this scope with them.
    fn takers<'p>(&self, parts: &'p ScriptParts, scope: usize, place: usize) -> Vec<(usize, &'p ScriptPart)> {
        let owner = &self.all[scope].owner;
        let takes = |part: &ScriptPart| part.range.contains(&place) && !contains(&part.range, owner);
        parts.all.iter().enumerate().filter(|(_, part)| takes(part)).collect()
    }

    /// The parts that are chosen before a schema is compiled.
    pub(super) fn chosen(&self, parts: &ScriptParts) -> Vec<bool> {
        let is_chosen = |part: &ScriptPart| match &part.place {
            ScriptPlace::Member
            | ScriptPlace::Heritage
            | ScriptPlace::PatternItem { .. }
            | ScriptPlace::PatternElement
            | ScriptPlace::Default { is_last: false }
            | ScriptPlace::Item { item: ObjectItem::Special, .. }
            | ScriptPlace::Statement { is_directive: true, .. }
            | ScriptPlace::Declarator { is_pattern: true, .. }
            | ScriptPlace::Caught { is_pattern: true }
            | ScriptPlace::Parameter { is_plain: false, .. } => true,
            ScriptPlace::Case | ScriptPlace::Default { .. } => {
                self.lexical_cases.contains(&(part.range.start, part.range.end))
            }
            ScriptPlace::Catch => parts.all.iter().any(|inner| {
                inner.place == ScriptPlace::Caught { is_pattern: true } && contains(&part.range, &inner.range)
            }),
            _ => false,
        };
        let mut chosen: Vec<bool> = parts.all.iter().map(is_chosen).collect();
        for (idx, scope) in self.all.iter().enumerate() {
            for binding in scope.names.values().filter(|binding| binding.is_chosen) {
                for &place in &binding.places {
                    self.takers(parts, idx, place).into_iter().for_each(|(part, _)| chosen[part] = true);
                }
            }
        }
        chosen
    }

    /// A test of whether a declaration at this place is there; `None` when it always is.
    fn is_there(&self, source: &UseSource<'_>, scope: usize, place: usize) -> Option<String> {
        let tests: Vec<String> = self
            .takers(source.parts, scope, place)
            .into_iter()
            .map(|(idx, part)| {
                let switch = source.switch(part);
                match source.chosen[idx] {
                    true => {
                        let [before, after] = alternative(switch, "0");
                        format!("{before}1{after}")
                    }
                    // Without its value a name is still there.
                    false => format!("bs__q[{switch}]"),
                }
            })
            .collect();
        (!tests.is_empty()).then(|| tests.join("&&"))
    }

    /// The same of any of a name's declarations.
    fn is_declared(&self, source: &UseSource<'_>, scope: usize, name: &str) -> Option<String> {
        let binding = self.all[scope].names.get(name)?;
        if binding.is_always {
            return None;
        }
        let tests: Option<Vec<String>> =
            binding.places.iter().map(|&place| self.is_there(source, scope, place)).collect();
        tests.map(|tests| tests.join("||"))
    }

    /// A test of whether what binds a name here is there, for observing it.
    pub(super) fn test_at(&self, source: &UseSource<'_>, place: usize) -> Option<String> {
        let binds = |scope: &ScriptScope| scope.names.values().any(|binding| binding.places.contains(&place));
        let scope = self.all.iter().position(binds)?;
        self.is_there(source, scope, place)
    }

    /// What is written around each use, so that it means what is left.
    pub(super) fn texts(&self, source: &UseSource<'_>) -> Vec<UseText> {
        self.uses.iter().filter_map(|one| self.text(source, one)).collect()
    }

    fn text(&self, source: &UseSource<'_>, one: &NameUse) -> Option<UseText> {
        let NameUse { name, range, scope, kind, is_strict } = one;
        let declaring = self.declaring(*scope, name);
        let outermost = *declaring.last()?;
        // What is chosen means the global object by itself.
        let is_asked = !self.all[outermost].names[name].is_chosen;
        let mut tests = Vec::new();
        for scope in declaring {
            // Where something is always there, the name by itself means it.
            tests.push(self.is_declared(source, scope, name)?);
        }
        if !is_asked {
            return None;
        }
        let test = tests.join("||");
        let text = |before: String, after: String| Some(UseText { range: range.clone(), before, after });
        match kind {
            UseKind::Read => text(format!("({test}?"), format!(":bs__g(\"{name}\"))")),
            UseKind::TypeOf => text(format!("({test}?"), format!(":bs__h(\"{name}\"))")),
            UseKind::Write { whole, is_read } => {
                let write = if *is_strict || self.is_strict { "bs__W" } else { "bs__w" };
                let read =
                    if *is_read { format!("{test}||({name}=bs__g(\"{name}\")),") } else { String::new() };
                Some(UseText {
                    range: whole.clone(),
                    before: format!("({read}bs__e=("),
                    after: format!("),{test}||{write}(\"{name}\",{name}),bs__e)"),
                })
            }
            UseKind::Target => None,
        }
    }

    /// Names that are assigned to, which may become the global object's.
    pub(super) fn written(&self) -> BTreeSet<String> {
        let is_written = |one: &&NameUse| matches!(one.kind, UseKind::Write { .. } | UseKind::Target);
        self.uses.iter().filter(is_written).map(|one| one.name.clone()).collect()
    }

    /// Whether the program itself assigns to what it does not declare.
    pub(super) fn leaks(&self) -> bool {
        let is_written = |one: &&NameUse| matches!(one.kind, UseKind::Write { .. } | UseKind::Target);
        self.uses.iter().filter(is_written).any(|one| self.declaring(one.scope, &one.name).is_empty())
    }

    /// An expression for a function that the module declares.
    pub(super) fn called(&self, source: &UseSource<'_>, name: &str) -> String {
        match self.is_declared(source, 0, name) {
            Some(test) => format!("({test}?{name}:bs__g(\"{name}\"))"),
            None => name.to_owned(),
        }
    }

    /// The innermost function around a stretch, by its bytes; `None` for the module.
    pub(super) fn function_around(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let holds = |scope: &&ScriptScope| {
            scope.is_function && contains(&scope.owner, range) && !contains(range, &scope.owner)
        };
        self.all[1..].iter().rfind(holds).map(|scope| scope.owner.clone())
    }
}

/// What the text of uses is made from.
pub(super) struct UseSource<'t> {
    pub(super) parts: &'t ScriptParts,
    pub(super) chosen: &'t [bool],
    /// Switch of each node, 0 for none.
    pub(super) switches: &'t [u16],
}

impl UseSource<'_> {
    pub(super) fn switch(&self, part: &ScriptPart) -> u16 {
        self.switches[part.deletion.node as usize]
    }
}

/// Names of variables.
struct UsedVariable;

impl UsedVariable {
    fn is(cst: Cst<'_>) -> bool {
        matches!(ScriptExpression::of(cst), ScriptExpression::Name)
    }
}

/// The names of a declaration, those in patterns too.
fn declared_names(declaration: Cst<'_>) -> Vec<Cst<'_>> {
    let mut names = Vec::new();
    declarators(declaration).filter_map(name).for_each(|pattern| bound_names(pattern, &mut names));
    names
}

fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The names of a program's functions, in source order.
pub(super) fn functions(program: &Tree) -> Vec<String> {
    syntax::functions(program).into_iter().map(|node| program.label(node).to_owned()).collect()
}
