//! What may reach anything by its name, or runs when nothing in the program says so: a program with it is kept whole.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::ast::Cst;
use crate::languages::python::syntax::{
    BodyClause, PythonExpression, PythonNaming, PythonStatement, caught, constant_text, decorators,
    is_assignment, is_async, is_keyword, named, sides,
};
use crate::stack::deep;

/// Functions of Python's own that reach names, or make classes.
const REACHING: &[&str] = &[
    "globals",
    "locals",
    "vars",
    "eval",
    "exec",
    "compile",
    "__import__",
    "delattr",
    "memoryview",
    "property",
];

/// Modules whose functions call what they are given at other times, or look at how the program is written.
const MODULES: &[&str] = &[
    "asyncio",
    "threading",
    "multiprocessing",
    "concurrent",
    "weakref",
    "gc",
    "inspect",
    "importlib",
    "ctypes",
    "signal",
    "atexit",
    "sched",
    "contextvars",
    "unittest",
    "pickle",
    "copyreg",
    "trio",
    "anyio",
];

/// Functions of modules of which most are understood.
const FUNCTIONS: &[&str] = &[
    "methodcaller",
    "attrgetter",
    "setitem",
    "delitem",
    "iadd",
    "singledispatch",
    "singledispatchmethod",
    "cached_property",
    "partialmethod",
    "closing",
    "ExitStack",
    "redirect_stdout",
    "redirect_stderr",
    "nullcontext",
    "ContextDecorator",
    "UserDict",
    "UserList",
    "UserString",
    "getcontext",
    "settrace",
    "setprofile",
    "_getframe",
    "catch_warnings",
    "Handler",
    "Filter",
    "Formatter",
    "StreamHandler",
];

/// Methods by which classes and attributes are other than they are written.
const METHODS: &[&str] = &[
    "__new__",
    "__getattribute__",
    "__setattr__",
    "__delattr__",
    "__set_name__",
    "__del__",
    "__prepare__",
    "__instancecheck__",
    "__subclasscheck__",
    "__subclasshook__",
    "__class_getitem__",
    "__reduce__",
    "__reduce_ex__",
    "__getstate__",
    "__setstate__",
    "__mro_entries__",
    "_missing_",
    "_generate_next_value_",
    "__fspath__",
    "__dir__",
];

/// Attributes that hold all others, or what a function or class is made of.
const ATTRIBUTES: &[&str] = &[
    "__dict__",
    "__defaults__",
    "__kwdefaults__",
    "__code__",
    "__bases__",
    "__subclasses__",
    "__globals__",
    "__closure__",
    "__doc__",
    "__annotations__",
    "__setattr__",
    "__delattr__",
    "__getattribute__",
    "add_note",
    "with_traceback",
];

/// Methods of Python's own that run other code, or go on with what they began, wherever they are called as values. Others are
/// [`library::BOUND`](super::library::BOUND).
const CHANGING: &[&str] =
    &["sort", "put", "send", "throw", "close", "__setitem__", "__delitem__", "__next__"];

/// The places of such constructs, and what each of them is.
pub(super) fn unbounded(root: Cst<'_>, text: &str) -> Vec<(Range<usize>, String)> {
    let mut search =
        UnboundedSearch { text, imported: BTreeSet::new(), defined: BTreeSet::new(), found: Vec::new() };
    search.names(root);
    search.visit(root);
    search.found
}

struct UnboundedSearch<'t> {
    text: &'t str,
    /// Names that imports bring.
    imported: BTreeSet<String>,
    /// Names of functions of the program.
    defined: BTreeSet<String>,
    found: Vec<(Range<usize>, String)>,
}

impl UnboundedSearch<'_> {
    fn word(&self, cst: Cst<'_>) -> String {
        self.text[cst.byte_range()].to_owned()
    }

    fn field(&self, cst: Cst<'_>, name: &str) -> String {
        cst.child_by_field_name(name).map_or(String::new(), |part| self.word(part))
    }

    fn names(&mut self, cst: Cst<'_>) {
        match PythonNaming::of(cst) {
            PythonNaming::Function => _ = self.defined.insert(self.field(cst, "name")),
            PythonNaming::Import => {
                for part in cst.children().filter(|child| child.field() == "name") {
                    let source = part.child_by_field_name("alias").unwrap_or(part);
                    let name = self.word(source);
                    self.imported.insert(name.split('.').next().unwrap_or("").to_owned());
                }
            }
            _ => {}
        }
        deep(|| named(cst).for_each(|child| self.names(child)));
    }

    fn keep(&mut self, cst: Cst<'_>, what: impl Into<String>) {
        self.found.push((cst.byte_range(), what.into()));
    }

    fn visit(&mut self, cst: Cst<'_>) {
        if PythonNaming::of(cst) == PythonNaming::Import {
            return self.import(cst);
        }
        self.statement(cst);
        self.expression(cst);
        deep(|| named(cst).for_each(|child| self.visit(child)));
    }

    fn import(&mut self, cst: Cst<'_>) {
        let module = cst.child_by_field_name("module_name").map(|module| self.word(module));
        for part in cst.children().filter(|child| child.field() == "name") {
            let source = self.word(part.child_by_field_name("name").unwrap_or(part));
            let first = module.as_deref().unwrap_or(&source).split('.').next().unwrap_or("");
            if MODULES.contains(&first) || module.is_some() && FUNCTIONS.contains(&source.as_str()) {
                self.keep(cst, format!("`{source}` may call anything"));
            }
        }
    }

    fn statement(&mut self, cst: Cst<'_>) {
        match PythonStatement::of(cst) {
            Some(PythonStatement::Function { .. }) => {
                let name = self.field(cst, "name");
                if METHODS.contains(&name.as_str()) {
                    self.keep(cst, format!("`{name}` changes what objects are"));
                }
                if is_async(cst) {
                    self.keep(cst, "what is asynchronous runs at other times");
                }
            }
            Some(PythonStatement::Class { superclasses }) => {
                for part in superclasses.into_iter().flat_map(named) {
                    let value = self.field(part, "value");
                    let is_known = value.ends_with("ABCMeta") || value.ends_with("EnumMeta");
                    let is_meta = is_keyword(part) && self.field(part, "name") == "metaclass";
                    if is_meta && !is_known || self.word(part) == "type" {
                        self.keep(part, "a metaclass changes what classes are");
                    }
                }
            }
            Some(PythonStatement::Decorated { definition: Some(definition) }) => {
                let is_property = decorators(cst).any(|decorator| self.word(decorator).contains("property"));
                if is_property && self.word(definition).contains("raise AttributeError") {
                    self.keep(definition, "a property says that it is missing");
                }
            }
            Some(PythonStatement::Try) => {
                for (_, clause) in BodyClause::all(cst).filter(|(clause, _)| *clause == BodyClause::Except) {
                    let caught = caught(clause).map_or(String::new(), |caught| self.word(caught));
                    if ["NameError", "UnboundLocalError"].iter().any(|name| caught.contains(name)) {
                        self.keep(clause, "a missing name is handled");
                    }
                }
            }
            _ => {}
        }
        if is_assignment(cst) {
            let (left, _) = sides(cst);
            left.into_iter().for_each(|left| self.target(left));
        }
    }

    /// What is put into a module, or in the place of the class of an object, or of what Python calls by itself.
    fn target(&mut self, left: Cst<'_>) {
        match PythonExpression::of(left) {
            PythonExpression::Attribute(Some(object)) => {
                let of = self.word(object);
                let is_module = self.imported.contains(of.split('.').next().unwrap_or(""));
                if is_module || self.field(left, "attribute") == "__class__" {
                    self.keep(left, "a part of a module or the class of an object is replaced");
                }
            }
            PythonExpression::Name => {
                let name = self.word(left);
                if ["__getattr__", "__setattr__", "__getattribute__", "__class__"].contains(&name.as_str()) {
                    self.keep(left, format!("`{name}` changes what objects are"));
                }
            }
            _ => {}
        }
    }

    fn expression(&mut self, cst: Cst<'_>) {
        match PythonExpression::of(cst) {
            PythonExpression::Call { function: Some(function), arguments: Some(arguments) } => {
                let name = self.word(function);
                let n_args = named(arguments).count();
                let is_plain = matches!(PythonExpression::of(function), PythonExpression::Name);
                let is_hidden = self.defined.contains(&name);
                let second = named(arguments).nth(1);
                let is_known = second.is_some_and(|second| constant_text(second, self.text).is_some());
                let first = named(arguments).next().map_or(String::new(), |first| self.word(first));
                if name.ends_with("defaultdict") && self.defined.contains(&first) {
                    self.keep(cst, "a function is called for what is missing");
                }
                let reaches = REACHING.contains(&name.as_str())
                    || name == "type" && n_args == 3
                    || name == "iter" && n_args == 2
                    || name == "setattr" && !is_known;
                if is_plain && !is_hidden && reaches {
                    self.keep(cst, format!("`{name}` may reach everything"));
                }
            }
            PythonExpression::Attribute(Some(object)) => self.attribute(cst, object),
            _ => {}
        }
    }

    fn attribute(&mut self, cst: Cst<'_>, object: Cst<'_>) {
        let name = self.field(cst, "attribute");
        let of = self.word(object);
        let is_module = self.imported.contains(&of);
        if ATTRIBUTES.contains(&name.as_str()) || is_module && FUNCTIONS.contains(&name.as_str()) {
            self.keep(cst, format!("`{name}` may reach everything"));
        }
        let is_value = !self.is_callee(cst) && !is_module && !self.defined.contains(&name);
        if is_value && CHANGING.contains(&name.as_str()) {
            self.keep(cst, format!("`{name}` may be called anywhere"));
        }
    }

    /// Whether an attribute is what a call calls.
    fn is_callee(&self, cst: Cst<'_>) -> bool {
        self.text[cst.end_byte()..].trim_start().starts_with('(')
    }
}
