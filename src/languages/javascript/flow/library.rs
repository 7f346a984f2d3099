//! What the language itself does with values: operators, methods of arrays, maps and texts, global functions.

use crate::flow::{FlowDepth, FlowEffect, FlowKey, FlowShape, VarId};

/// What a program may not do to its objects if it is to be understood.
pub(super) const REFLECTION: &[&str] = &[
    "Object.create",
    "Object.setPrototypeOf",
    "Object.defineProperty",
    "Object.defineProperties",
    "Object.getPrototypeOf",
    "eval",
    "Function",
    "setTimeout",
    "setImmediate",
    "setInterval",
    "queueMicrotask",
    "Promise",
];

/// Functions that read all parts of their first argument.
pub(super) const READING_ALL: &[&str] = &["Object.values", "Object.entries", "JSON.stringify"];

/// The method of a generator's object that is its body.
pub(super) const RESUME: &str = "resume";

/// What objects have for being made plain values.
pub(super) const CONVERSIONS: &[&str] =
    &["toString", "valueOf", "toJSON", "Symbol.toPrimitive", "get Symbol.toStringTag", "Symbol.toStringTag"];

/// The same, and what is called of objects that code outside of the program goes through.
const USES: &[&str] =
    &["toString", "valueOf", "toJSON", "Symbol.toPrimitive", "get Symbol.toStringTag", RESUME];

/// Values and modules for which operators and methods fail that else take whatever there is.
pub(super) const EXACTING: &[&str] =
    &["BigInt", "Symbol(", "WeakMap", "WeakSet", "WeakRef", "path')", "path\")"];

/// Functions after which an object takes no more.
pub(super) const FREEZING: &[&str] = &["Object.freeze", "Object.seal", "Object.preventExtensions"];

/// Methods that give what goes through a collection.
pub(super) const ITERATORS: &[&str] = &["keys", "values", "entries"];

/// What a generator was handed in, which a `yield` gives.
pub(super) fn sent() -> FlowKey {
    FlowKey::Kind("sent".to_owned())
}

/// The part of an object that says whether it takes anything.
pub(super) fn refusal() -> FlowKey {
    FlowKey::Field("refuses".to_owned())
}

fn held() -> Vec<(FlowKey, FlowShape)> {
    vec![(FlowKey::AnyElement, FlowShape::Part(0))]
}

/// Arithmetic, comparisons, templates: `undefined` is as good an operand as any.
pub(super) fn operator() -> FlowEffect {
    FlowEffect { implicit: CONVERSIONS, tolerates_from: 0, ..FlowEffect::plain() }
}

/// The same of what fails for some operands.
fn exact() -> FlowEffect {
    FlowEffect { tolerates_from: usize::MAX, ..operator() }
}

/// `a += b`, where nothing can stand for `a`, which has to be declared.
pub(super) fn augmented() -> FlowEffect {
    exact()
}

/// Which objects the arguments are, and no more.
pub(super) fn shallow() -> FlowEffect {
    FlowEffect { reads: FlowDepth::Nothing, tolerates_from: 0, ..FlowEffect::plain() }
}

/// One of the first arguments, as all of them say.
pub(super) fn any_of(n: usize) -> FlowEffect {
    FlowEffect { result: (0..n).map(FlowShape::Whole).collect(), ..shallow() }
}

/// Which elements there are.
pub(super) fn elements() -> FlowEffect {
    FlowEffect { reads: FlowDepth::Elements, ..FlowEffect::plain() }
}

/// One of the parts.
pub(super) fn part() -> FlowEffect {
    FlowEffect { result: vec![FlowShape::Part(0), FlowShape::Plain], ..elements() }
}

/// A new object with the same parts.
pub(super) fn copied() -> FlowEffect {
    FlowEffect { result: vec![FlowShape::Fresh(held())], ..elements() }
}

/// What going through a map gives: a key or value, or both.
pub(super) fn entry() -> FlowEffect {
    FlowEffect { result: vec![FlowShape::Part(0), FlowShape::Fresh(held())], ..elements() }
}

/// The first argument gets what the second holds.
pub(super) fn merged() -> FlowEffect {
    FlowEffect { puts: vec![(0, FlowShape::Part(1))], ..elements() }
}

/// The order of elements changes as the others say.
pub(super) fn reordered() -> FlowEffect {
    FlowEffect { result: vec![FlowShape::Whole(0)], changes: vec![0], ..elements() }
}

/// A method of what is none of the program's objects.
pub(super) fn method(name: &str, n_args: usize, world: VarId) -> FlowEffect {
    let whole = |from: usize| (from..n_args).map(|idx| (0, FlowShape::Whole(idx))).collect::<Vec<_>>();
    let plain = FlowEffect { reads: FlowDepth::Elements, tolerates_from: 1, ..operator() };
    match name {
        "push" | "unshift" | "add" => {
            FlowEffect { puts: whole(1), changes: vec![0], result: vec![FlowShape::Whole(0)], ..plain }
        }
        "set" => FlowEffect { puts: whole(1), changes: vec![0], result: vec![FlowShape::Whole(0)], ..plain },
        "fill" => FlowEffect { puts: whole(1), changes: vec![0], result: vec![FlowShape::Whole(0)], ..plain },
        "pop" | "shift" => FlowEffect { changes: vec![0], ..part() },
        "delete" | "clear" => FlowEffect { changes: vec![0], ..plain },
        "reverse" | "copyWithin" => reordered(),
        "splice" => FlowEffect { puts: whole(3), changes: vec![0], ..copied() },
        "at" | "get" => part(),
        // Expressions remember where they matched.
        "exec" => FlowEffect { changes: vec![0], ..copied() },
        "match" => FlowEffect { changes: vec![1], ..copied() },
        "matchAll" => FlowEffect { result: vec![FlowShape::Nested(Vec::new())], ..elements() },
        "slice" | "split" | "keys" | "values" | "toReversed" => copied(),
        "entries" => FlowEffect {
            result: vec![FlowShape::Fresh(vec![(FlowKey::AnyElement, FlowShape::Fresh(held()))])],
            ..elements()
        },
        "concat" | "with" | "toSpliced" => {
            let parts = (0..n_args).flat_map(|idx| [FlowShape::Part(idx), FlowShape::Whole(idx)]);
            let holds = parts.map(|part| (FlowKey::AnyElement, part)).collect();
            FlowEffect { result: vec![FlowShape::Fresh(holds)], ..elements() }
        }
        "flat" => {
            let holds = vec![
                (FlowKey::AnyElement, FlowShape::Part(0)),
                (FlowKey::AnyElement, FlowShape::Fresh(held())),
            ];
            FlowEffect { result: vec![FlowShape::Fresh(holds)], ..elements() }
        }
        "next" => {
            let holds = vec![
                (FlowKey::Element("value".to_owned()), FlowShape::Part(0)),
                (FlowKey::Element("done".to_owned()), FlowShape::Plain),
            ];
            FlowEffect {
                result: vec![FlowShape::Fresh(holds)],
                puts: whole(1),
                changes: vec![0],
                ..elements()
            }
        }
        "includes" | "indexOf" | "lastIndexOf" | "has" | "hasOwnProperty" | "isPrototypeOf" => plain,
        "join" | "valueOf" | "charAt" | "charCodeAt" | "codePointAt" | "trim" | "trimStart" | "trimEnd"
        | "toUpperCase" | "toLowerCase" | "substring" | "substr" => {
            FlowEffect { tolerates_from: 1, ..operator() }
        }
        // These fail for some arguments.
        "toString" | "toFixed" | "toPrecision" | "padStart" | "padEnd" | "repeat" | "startsWith"
        | "endsWith" | "localeCompare" | "toLocaleString" | "normalize" | "search" => exact(),
        // What stands for each match may be a function's to say.
        "replace" | "replaceAll" => FlowEffect { calls: vec![2], changes: vec![1], ..exact() },
        "test" => FlowEffect { changes: vec![0], tolerates_from: 1, ..operator() },
        _ => unknown(n_args, world),
    }
}

/// What may do anything.
pub(super) fn unknown(n_args: usize, world: VarId) -> FlowEffect {
    FlowEffect { uses: vec![world], defines: vec![world], implicit: USES, ..FlowEffect::unknown(n_args) }
}

/// Functions that read only the world's state.
const RANDOM: &[&str] = &["Math.random", "Date.now", "performance.now", "crypto.randomUUID"];

/// A function of the language, by its path; `None` for what is not known.
pub(super) fn function(path: &str, world: VarId) -> Option<FlowEffect> {
    if RANDOM.contains(&path) {
        return Some(FlowEffect { uses: vec![world], defines: vec![world], ..FlowEffect::plain() });
    }
    let fresh = |holds| Some(FlowEffect { result: vec![FlowShape::Fresh(holds)], ..elements() });
    match path {
        "Array.isArray" | "Object.is" => Some(shallow()),
        "BigInt" | "String.fromCodePoint" | "encodeURIComponent" | "decodeURIComponent" => Some(exact()),
        "Object.keys" | "Object.getOwnPropertyNames" => fresh(Vec::new()),
        "Object.values" => fresh(held()),
        "Object.entries" => fresh(vec![(FlowKey::AnyElement, FlowShape::Fresh(held()))]),
        "Object.freeze" | "Object.seal" | "Object.preventExtensions" => {
            Some(FlowEffect { result: vec![FlowShape::Whole(0)], ..shallow() })
        }
        "Array" => fresh(vec![
            (FlowKey::AnyElement, FlowShape::Whole(0)),
            (FlowKey::AnyElement, FlowShape::Whole(1)),
        ]),
        "String"
        | "Number"
        | "Boolean"
        | "parseInt"
        | "parseFloat"
        | "isNaN"
        | "isFinite"
        | "String.fromCharCode"
        | "Symbol"
        | "Date" => Some(operator()),
        // A function may say what stands for each value.
        "JSON.stringify" => Some(FlowEffect { calls: vec![1], ..exact() }),
        "JSON.parse" => {
            Some(FlowEffect { result: vec![FlowShape::Nested(Vec::new())], calls: vec![1], ..elements() })
        }
        _ if path.starts_with("Math.") || path.starts_with("Number.") || path.starts_with("console.") => {
            Some(operator())
        }
        _ => None,
    }
}
