//! What a program does that is not modelled and may reach everything: it is kept whole then.
//!
//! Only what is rare is here: objects of the language that are changed, the global object, memory that several arrays share,
//! proxies, uses of names that always fail where a handler may see it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::ast::Cst;
use crate::languages::javascript::scope::{GLOBALS, ScriptScopes};
use crate::languages::javascript::syntax::{
    ScriptExpression, ScriptStatement, is_class, is_declarator, is_function, name, parts_of, value,
};
use crate::stack::deep;

use super::forms::{ListItem, ScriptForm, arguments, is_arrow, is_prototype};

/// A place with the reason why its program is kept whole.
type UnboundedPlace = (Range<usize>, &'static str);

/// Objects around a program that are its own to change.
const OWN: &[&str] = &["module", "exports", "process", "arguments"];

/// Functions that change their first argument.
const CHANGING: &[&str] = &[
    "Object.assign",
    "Object.defineProperty",
    "Object.defineProperties",
    "Object.setPrototypeOf",
    "Reflect.set",
    "Reflect.defineProperty",
    "Reflect.setPrototypeOf",
];

/// What says which memory arrays have, or takes memory for numbers of another kind.
const MEMORY: &[&str] = &["ArrayBuffer", "SharedArrayBuffer", "DataView", "Atomics"];

/// What is found in a program, in source order.
pub(super) fn unbounded(root: Cst<'_>, text: &str, scopes: &ScriptScopes) -> Vec<UnboundedPlace> {
    let undeclared: BTreeMap<usize, &str> =
        scopes.undeclared().map(|(name, range)| (range.start, name)).collect();
    let mut scan = UnboundedScan {
        text,
        undeclared,
        found: Vec::new(),
        has_handlers: false,
        named: BTreeMap::new(),
        receiving: BTreeSet::new(),
        called: Vec::new(),
        classes: BTreeSet::new(),
        patched: Vec::new(),
        own: Vec::new(),
    };
    scan.visit(root, None);
    scan.finish(text.contains("use strict"));
    if scan.has_handlers {
        let failing = scopes.failing().into_iter();
        scan.found.extend(failing.map(|range| (range, "a use of a variable that always fails")));
    }
    scan.found.sort_unstable_by_key(|(range, _)| range.start);
    scan.found
}

struct UnboundedScan<'t> {
    text: &'t str,
    /// Names that nothing declares, by their places.
    undeclared: BTreeMap<usize, &'t str>,
    found: Vec<UnboundedPlace>,
    has_handlers: bool,
    /// By name, functions that have it.
    named: BTreeMap<&'t str, Vec<Range<usize>>>,
    /// Functions that use `this`.
    receiving: BTreeSet<(usize, usize)>,
    /// What is called without an object: a name, or a function as it stands.
    called: Vec<Range<usize>>,
    classes: BTreeSet<&'t str>,
    /// What classes give to their objects, where it is changed: the class and the place.
    patched: Vec<(&'t str, Range<usize>)>,
    /// Members of `this` in functions that may be called so, by name.
    own: Vec<(&'t str, Range<usize>)>,
}

impl<'t> UnboundedScan<'t> {
    fn word(&self, cst: Cst<'_>) -> &'t str {
        &self.text[cst.byte_range()]
    }

    /// A name that the language has.
    fn foreign(&self, cst: Cst<'_>) -> Option<&'t str> {
        let cst = ScriptExpression::bare(cst);
        let known = self.undeclared.get(&cst.start_byte()).copied();
        let is_name = matches!(ScriptForm::of(cst), ScriptForm::Name);
        known.filter(|name| is_name && GLOBALS.contains(name))
    }

    /// The object of the language that something is, or is a part of.
    fn belongs_to(&self, cst: Cst<'_>) -> Option<&'t str> {
        let mut cst = ScriptExpression::bare(cst);
        let mut is_stream = false;
        loop {
            match ScriptForm::of(cst) {
                ScriptForm::Member { object, name, .. } => {
                    is_stream = matches!(self.word(name), "stdout" | "stderr");
                    cst = ScriptExpression::bare(object);
                }
                ScriptForm::Subscript { object, .. } => cst = ScriptExpression::bare(object),
                _ => {
                    let found = self.foreign(cst)?;
                    return (!OWN.contains(&found) || found == "process" && is_stream).then_some(found);
                }
            }
        }
    }

    fn add(&mut self, cst: Cst<'_>, why: &'static str) {
        self.found.push((cst.byte_range(), why));
    }

    /// Goes through a program; `function` is the one whose `this` it is, outside of classes and objects.
    fn visit(&mut self, cst: Cst<'_>, function: Option<&Range<usize>>) {
        let own = cst.byte_range();
        let function = match () {
            () if is_class(cst) => {
                self.classes.extend(name(cst).map(|name| self.word(name)));
                None
            }
            () if is_function(cst) && !is_arrow(cst) => {
                let is_method = matches!(ListItem::of(cst), ListItem::Method(_));
                if let Some(name) = name(cst).filter(|_| !is_method) {
                    self.named.entry(self.word(name)).or_default().push(own.clone());
                }
                Some(&own).filter(|_| !is_method)
            }
            () => function,
        };
        if is_declarator(cst)
            && let (Some(name), Some(value)) = (name(cst), value(cst))
        {
            let value = ScriptExpression::bare(value);
            self.named.entry(self.word(name)).or_default().push(value.byte_range());
            self.classes.extend(Some(self.word(name)).filter(|_| is_class(value)));
            self.is_alias(value);
        }
        if let Some(ScriptStatement::Try { .. }) = ScriptStatement::of(cst) {
            self.has_handlers = true;
        }
        if let ListItem::Pair { key, .. } = ListItem::of(cst)
            && self.word(key).contains("__proto__")
        {
            self.add(cst, "`__proto__`");
        }
        self.form(cst, function);
        deep(|| parts_of(cst).for_each(|child| self.visit(child, function)));
    }

    fn form(&mut self, cst: Cst<'_>, function: Option<&Range<usize>>) {
        match ScriptForm::of(cst) {
            ScriptForm::Name => match self.foreign(cst) {
                Some("globalThis" | "global") => self.add(cst, "the global object"),
                Some("Proxy") => self.add(cst, "a proxy, of which every use may do anything"),
                Some(name) if MEMORY.contains(&name) => self.add(cst, "memory that arrays may share"),
                _ => {}
            },
            ScriptForm::This => {
                if let Some(function) = function {
                    self.receiving.insert((function.start, function.end));
                }
            }
            ScriptForm::Member { object, name, .. }
                if matches!(ScriptForm::of(object), ScriptForm::This) && function.is_some() =>
            {
                self.own.push((self.word(name), cst.byte_range()));
            }
            ScriptForm::Assignment { left, right } => {
                self.changed(left);
                self.is_alias(ScriptExpression::bare(right));
            }
            ScriptForm::Augmented { left: target, .. }
            | ScriptForm::Update { target, .. }
            | ScriptForm::Delete(target) => self.changed(target),
            ScriptForm::Call { function, arguments: given } => {
                let given = given.map(arguments).unwrap_or_default();
                self.call(cst, ScriptExpression::bare(function), &given);
            }
            ScriptForm::New { arguments: given, class } => {
                let given = given.map(arguments).unwrap_or_default();
                if self.foreign(class).is_some() {
                    self.sharing(&given);
                }
            }
            _ => {}
        }
    }

    /// What is assigned to is no part of the language, nor of what a class gives to its objects.
    fn changed(&mut self, target: Cst<'_>) {
        let target = ScriptExpression::bare(target);
        if let ScriptForm::Member { object, .. } | ScriptForm::Subscript { object, .. } =
            ScriptForm::of(target)
        {
            self.patches(object);
        }
        let ScriptForm::Member { name, object, .. } = ScriptForm::of(target) else {
            if let ScriptForm::Subscript { object, .. } = ScriptForm::of(target)
                && self.belongs_to(object).is_some()
            {
                self.add(target, "an object of the language that is changed");
            }
            return;
        };
        if self.belongs_to(object).is_some() {
            self.add(target, "an object of the language that is changed");
        }
        if self.word(name) == "__proto__" {
            self.add(target, "`__proto__`");
        }
    }

    fn patches(&mut self, object: Cst<'_>) {
        let object = ScriptExpression::bare(object);
        if let ScriptForm::Member { object: class, .. } = ScriptForm::of(object)
            && is_prototype(object, self.text)
        {
            self.patched.push((self.word(class), object.byte_range()));
        }
    }

    /// Under another name, what an object of the language inherits can be changed unseen.
    fn is_alias(&mut self, value: Cst<'_>) {
        if is_prototype(value, self.text) && self.belongs_to(value).is_some() {
            self.add(value, "an object of the language that may be changed");
        }
    }

    fn call(&mut self, cst: Cst<'_>, function: Cst<'_>, given: &[Cst<'_>]) {
        match ScriptForm::of(function) {
            ScriptForm::Name | ScriptForm::Function => self.called.push(function.byte_range()),
            ScriptForm::Member { object, .. } if self.foreign(object).is_some() => {
                let path: String = self.word(function).split_whitespace().collect();
                if let Some(&first) = given.first().filter(|_| CHANGING.contains(&path.as_str())) {
                    if self.belongs_to(first).is_some() {
                        self.add(cst, "an object of the language that is changed");
                    }
                    self.patches(first);
                }
                self.sharing(given);
            }
            _ => {}
        }
    }

    /// What is made of an array's memory shares it.
    fn sharing(&mut self, given: &[Cst<'_>]) {
        for &argument in given {
            if let ScriptForm::Member { name, .. } = ScriptForm::of(ScriptExpression::bare(argument))
                && self.word(name) == "buffer"
            {
                self.add(argument, "memory that arrays may share");
            }
        }
    }

    /// What is known when all was seen. Functions that use `this` and are called without an object have the global one, in code that is not strict.
    fn finish(&mut self, is_strict: bool) {
        let free: BTreeSet<&str> = self.undeclared.values().copied().collect();
        for (name, range) in std::mem::take(&mut self.own) {
            if free.contains(name) && !GLOBALS.contains(&name) {
                self.found.push((range, "the global object"));
            }
        }
        for (class, range) in std::mem::take(&mut self.patched) {
            if self.classes.contains(class) {
                self.found.push((range, "a class that is changed"));
            }
        }
        if is_strict {
            return;
        }
        for called in std::mem::take(&mut self.called) {
            let is_receiving = |range: &Range<usize>| self.receiving.contains(&(range.start, range.end));
            let named = self.named.get(&self.text[called.clone()]);
            if is_receiving(&called) || named.is_some_and(|all| all.iter().any(is_receiving)) {
                self.found.push((called, "a function that is called without its `this`"));
            }
        }
    }
}
