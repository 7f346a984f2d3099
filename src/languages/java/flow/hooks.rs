//! Methods that Java's own code calls on objects of the program without being told to: those in the place of methods of its own
//! classes and interfaces, which it calls whenever it is given such an object, or uses what holds one.

use crate::flow::{FlowDepth, FlowEffect, FlowKey, FlowLowering, FlowShape, FunctionId, HOOKS, VarId};

use super::library::OF_KNOWN;
use super::types::{TypeIdx, modifiers, simple};
use super::{JavaFlow, library};

/// Under this name a class has those that collections ask one another for, also when they compare or show what is in them.
const OF_VALUES: &str = "*values";

/// Those that text is made with.
const OF_TEXT: &str = "*text";

/// Those that readers and writers call of what they are around.
const OF_STREAMS: &str = "*streams";

/// What an effect calls, in a program with hooks: what it calls anyhow, and hooks.
struct HookLists {
    usual: &'static [&'static str],
    /// With those of collections and text.
    hooked: &'static [&'static str],
    /// With those of streams, too.
    around: &'static [&'static str],
}

const LISTS: &[HookLists] = &[
    HookLists {
        usual: library::SHOWING,
        hooked: &["toString/0", OF_VALUES, OF_TEXT],
        around: &["toString/0", OF_VALUES, OF_TEXT, OF_STREAMS],
    },
    HookLists {
        usual: library::COMPARING,
        hooked: &["equals/1", "hashCode/0", "compareTo/1", "compare/2", OF_VALUES],
        around: &["equals/1", "hashCode/0", "compareTo/1", "compare/2", OF_VALUES, OF_STREAMS],
    },
    HookLists {
        usual: library::JOINING,
        hooked: &["toString/0", OF_KNOWN],
        around: &["toString/0", OF_KNOWN],
    },
    HookLists { usual: &[], hooked: &[OF_VALUES], around: &[OF_VALUES, OF_STREAMS] },
];

/// Methods that collections ask one another for.
const VALUES: &[&str] = &[
    "get",
    "size",
    "isEmpty",
    "iterator",
    "listIterator",
    "hasNext",
    "next",
    "hasPrevious",
    "previous",
    "entrySet",
    "keySet",
    "values",
    "getKey",
    "getValue",
    "setValue",
    "contains",
    "containsKey",
    "containsValue",
    "put",
    "add",
    "addAll",
    "set",
    "remove",
    "removeRange",
    "removeEldestEntry",
    "clear",
    "poll",
    "offer",
    "peek",
    "first",
    "last",
    "comparator",
    "toArray",
    "subList",
    "equals",
    "hashCode",
    "toString",
    "forEach",
    "compareTo",
];

/// Methods that text is made with: of sequences of characters, and of what is thrown.
const TEXT: &[&str] = &[
    "length",
    "charAt",
    "subSequence",
    "toString",
    "isEmpty",
    "chars",
    "getMessage",
    "getLocalizedMessage",
    "getCause",
];

/// Methods that readers and writers call of others.
const STREAMS: &[&str] = &[
    "read",
    "write",
    "flush",
    "close",
    "skip",
    "available",
    "ready",
    "mark",
    "reset",
    "append",
    "print",
    "println",
];

/// Methods of what is gone through.
const ITERATED: &[&str] = &[
    "iterator",
    "hasNext",
    "next",
    "remove",
    "forEach",
    "forEachRemaining",
    "spliterator",
    "hasMoreElements",
    "nextElement",
];

/// A type of Java's own, by what its methods call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ForeignType {
    /// One method, or none, that another calls.
    Plain,
    Values,
    Text,
    Streams,
    Iterated,
    /// Any may call any.
    Unknown,
}

impl ForeignType {
    fn of(name: &str) -> ForeignType {
        let ends = |all: &[&str]| all.iter().any(|end| name.ends_with(end));
        match name {
            "CharSequence" => ForeignType::Text,
            _ if library::is_exception(name) => ForeignType::Text,
            "Iterable" | "Iterator" | "OfInt" | "OfLong" | "OfDouble" | "Enumeration" => {
                ForeignType::Iterated
            }
            "Readable" | "Appendable" | "PrintStream" => ForeignType::Streams,
            "Stack" | "Vector" | "Dictionary" | "Properties" | "Hashtable" => ForeignType::Values,
            "Number" => ForeignType::Plain,
            _ if library::abstract_methods(name).is_some() => ForeignType::Plain,
            _ if ends(&["Function", "Supplier", "Consumer", "Predicate", "Operator"]) => ForeignType::Plain,
            _ if ends(&["InputStream", "OutputStream", "Reader", "Writer"]) => ForeignType::Streams,
            _ if ends(&["List", "Map", "Set", "Queue", "Deque", "Collection", "Entry", "ListIterator"]) => {
                ForeignType::Values
            }
            _ => ForeignType::Unknown,
        }
    }

    /// Methods that others of its own call; `None` for all that there may be.
    fn called(self) -> Option<&'static [&'static str]> {
        match self {
            ForeignType::Plain => Some(&[]),
            ForeignType::Values => Some(VALUES),
            ForeignType::Text => Some(TEXT),
            ForeignType::Streams => Some(STREAMS),
            ForeignType::Iterated => Some(ITERATED),
            ForeignType::Unknown => None,
        }
    }

    /// Under which names a class has them.
    fn groups(self) -> &'static [&'static str] {
        match self {
            ForeignType::Values => &[HOOKS, OF_KNOWN, OF_VALUES],
            ForeignType::Text => &[HOOKS, OF_KNOWN, OF_TEXT],
            ForeignType::Streams => &[HOOKS, OF_KNOWN, OF_STREAMS],
            ForeignType::Plain | ForeignType::Iterated => &[HOOKS, OF_KNOWN],
            ForeignType::Unknown => &[HOOKS],
        }
    }
}

/// Whether it is not known what Java does with objects of a class that extends this type.
pub(super) fn is_unknown(foreign: &str) -> bool {
    ForeignType::of(foreign) == ForeignType::Unknown
}

impl<'c> JavaFlow<'c> {
    /// What Java may call of objects of a type, with the names under which they are found.
    pub(super) fn hooks_of(&self, idx: TypeIdx) -> Vec<(&'static str, FunctionId)> {
        let mut found = Vec::new();
        let above = self.types.above(idx);
        let foreign: Vec<ForeignType> = above
            .into_iter()
            .flat_map(|above| &self.types.all[above].foreign)
            .map(|name| ForeignType::of(simple(name)))
            .collect();
        for (_, method) in self.types.resolved(idx) {
            let words = modifiers(method.cst, self.text);
            let may_override = method.is_public || method.has_override || words.contains(&"protected");
            for of in foreign.iter().filter(|_| may_override) {
                if of.called().is_none_or(|called| called.contains(&method.name.as_str())) {
                    found.extend(of.groups().iter().map(|&name| (name, method.function)));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Methods of every object that Java calls: what it does then may be up to what they give.
    pub(super) fn set_hooks(&mut self) {
        let is_called = |key: &String| library::COMPARING.contains(&key.as_str()) || key == "toString/0";
        let mut hooks: Vec<FunctionId> = Vec::new();
        for idx in 0..self.types.all.len() {
            let own = self.hooks_of(idx);
            self.has_hooks |= !own.is_empty();
            hooks.extend(own.into_iter().map(|(_, function)| function));
            let of_all = self.types.resolved(idx).into_iter().filter(|(key, _)| is_called(key));
            hooks.extend(of_all.map(|(_, method)| method.function));
        }
        hooks.into_iter().for_each(|function| self.flow.set_hook(function));
    }

    /// What an effect does in a program with hooks.
    pub(super) fn with_hooks(&self, effect: FlowEffect, is_around: bool) -> FlowEffect {
        let looks = effect.reads != FlowDepth::Nothing || !effect.implicit.is_empty();
        let lists = LISTS.iter().find(|lists| lists.usual == effect.implicit);
        match lists.filter(|_| self.has_hooks && looks) {
            Some(lists) => {
                FlowEffect { implicit: if is_around { lists.around } else { lists.hooked }, ..effect }
            }
            None => effect,
        }
    }

    /// Whether a call may mean a method of Java's own that has the name and number of parameters of one that a class of the
    /// program has in the place of another: `write(String)`, where `write(int)` is written.
    pub(super) fn is_overloaded(&self, name: &str, n_args: usize) -> bool {
        let is_known = matches!(
            (name, n_args),
            ("write", 1 | 3) | ("read" | "append" | "print" | "println" | "remove", 1)
        );
        let has_it = |idx: TypeIdx| {
            let own = self.hooks_of(idx);
            let mut all =
                self.types.all[idx].methods.iter().filter(|it| it.name == name && it.n_params == n_args);
            all.any(|method| own.iter().any(|(_, function)| *function == method.function))
        };
        is_known && self.has_hooks && (0..self.types.all.len()).any(has_it)
    }

    /// What is gone through, behind the iterator that an object of the program gives.
    pub(super) fn iterated(&mut self, at: Option<crate::ast::NodeId>, source: VarId) -> VarId {
        if !self.types.has_method("iterator") {
            return source;
        }
        let own = self.call_unnamed(at, "iterator/0", source);
        let test = self.literal(None);
        self.either(None, test, |_| source, |_| own)
    }

    /// Whether there is another element.
    pub(super) fn has_another(&mut self, at: Option<crate::ast::NodeId>, source: VarId) -> VarId {
        let more = self.library_call(None, library::more().into(), vec![source]);
        if !self.types.has_method("hasNext") {
            return more;
        }
        let asked = self.call_unnamed(at, "hasNext/0", source);
        self.computed(None, vec![more, asked])
    }

    /// The next element.
    pub(super) fn another(&mut self, at: Option<crate::ast::NodeId>, source: VarId) -> VarId {
        let mut element = self.load_certain(at, source, FlowKey::AnyElement);
        if self.has_hooks {
            let result = vec![FlowShape::Part(0), FlowShape::Plain];
            let effect = FlowEffect { result, ..library::more() };
            let given = self.library_call(at, effect.into(), vec![source]);
            let (test, before) = (self.literal(None), element);
            element = self.either(None, test, |_| before, |_| given);
        }
        if self.types.has_method("hasNext") {
            let given = self.call_unnamed(at, "next/0", source);
            let (test, before) = (self.literal(None), element);
            element = self.either(None, test, |_| before, |_| given);
        }
        element
    }
}
