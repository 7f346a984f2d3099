//! What the language itself does with values: operators, methods of arrays, maps and texts, global functions.

use crate::flow::{Depth, Effect, Key, Shape, VarId};

/// What objects have for being made plain values.
const CONVERSIONS: &[&str] = &["toString", "valueOf", "toJSON"];

fn held() -> Vec<(Key, Shape)> {
    vec![(Key::AnyElement, Shape::Part(0))]
}

/// Arithmetic, comparisons, templates: `undefined` is as good an operand as any.
pub(super) fn operator() -> Effect {
    Effect { implicit: CONVERSIONS, tolerates_from: 0, ..Effect::plain() }
}

/// `a += b`, where nothing can stand for `a`, which has to be declared.
pub(super) fn augmented() -> Effect {
    Effect { tolerates_from: usize::MAX, ..operator() }
}

/// Which objects the arguments are, and no more.
pub(super) fn shallow() -> Effect {
    Effect { reads: Depth::Nothing, tolerates_from: 0, ..Effect::plain() }
}

/// Which elements there are.
pub(super) fn elements() -> Effect {
    Effect { reads: Depth::Elements, ..Effect::plain() }
}

/// One of the parts.
pub(super) fn part() -> Effect {
    Effect { result: vec![Shape::Part(0), Shape::Plain], ..elements() }
}

/// A new object with the same parts.
pub(super) fn copied() -> Effect {
    Effect { result: vec![Shape::Fresh(held())], ..elements() }
}

/// What going through a map gives: a key or value, or both.
pub(super) fn entry() -> Effect {
    Effect { result: vec![Shape::Part(0), Shape::Fresh(held())], ..elements() }
}

/// The first argument gets what the second holds.
pub(super) fn merged() -> Effect {
    Effect { puts: vec![(0, Shape::Part(1))], ..elements() }
}

/// The order of elements changes as the others say.
pub(super) fn reordered() -> Effect {
    Effect { result: vec![Shape::Whole(0)], changes: vec![0], ..elements() }
}

/// A method of what is none of the program's objects.
pub(super) fn method(name: &str, n_args: usize, world: VarId) -> Effect {
    let whole = |from: usize| (from..n_args).map(|idx| (0, Shape::Whole(idx))).collect::<Vec<_>>();
    let plain = Effect { reads: Depth::Elements, tolerates_from: 1, ..operator() };
    match name {
        "push" | "unshift" | "add" => {
            Effect { puts: whole(1), changes: vec![0], result: vec![Shape::Whole(0)], ..plain }
        }
        "set" => Effect { puts: whole(1), changes: vec![0], result: vec![Shape::Whole(0)], ..plain },
        "fill" => Effect { puts: whole(1), changes: vec![0], result: vec![Shape::Whole(0)], ..plain },
        "pop" | "shift" => Effect { changes: vec![0], ..part() },
        "delete" | "clear" => Effect { changes: vec![0], ..plain },
        "reverse" | "copyWithin" => reordered(),
        "splice" => Effect { puts: whole(3), changes: vec![0], ..copied() },
        "at" | "get" => part(),
        "slice" | "split" | "match" | "matchAll" | "exec" | "keys" | "values" | "toReversed" => copied(),
        "entries" => {
            Effect { result: vec![Shape::Fresh(vec![(Key::AnyElement, Shape::Fresh(held()))])], ..elements() }
        }
        "concat" | "with" | "toSpliced" => {
            let parts = (0..n_args).flat_map(|idx| [Shape::Part(idx), Shape::Whole(idx)]);
            let holds = parts.map(|part| (Key::AnyElement, part)).collect();
            Effect { result: vec![Shape::Fresh(holds)], ..elements() }
        }
        "flat" => {
            let holds = vec![(Key::AnyElement, Shape::Part(0)), (Key::AnyElement, Shape::Fresh(held()))];
            Effect { result: vec![Shape::Fresh(holds)], ..elements() }
        }
        "next" => {
            let holds = vec![
                (Key::Element("value".to_owned()), Shape::Part(0)),
                (Key::Element("done".to_owned()), Shape::Plain),
            ];
            Effect { result: vec![Shape::Fresh(holds)], puts: whole(1), changes: vec![0], ..elements() }
        }
        "includes" | "indexOf" | "lastIndexOf" | "has" | "hasOwnProperty" | "isPrototypeOf" => plain,
        "join" | "toString" | "toFixed" | "toPrecision" | "valueOf" | "charAt" | "charCodeAt"
        | "codePointAt" | "trim" | "trimStart" | "trimEnd" | "toUpperCase" | "toLowerCase" | "padStart"
        | "padEnd" | "repeat" | "startsWith" | "endsWith" | "substring" | "substr" | "localeCompare"
        | "replace" | "replaceAll" | "toLocaleString" | "normalize" | "search" => {
            Effect { tolerates_from: 1, ..operator() }
        }
        // Expressions remember where they matched.
        "test" => Effect { changes: vec![0], tolerates_from: 1, ..operator() },
        _ => unknown(n_args, world),
    }
}

/// What may do anything.
pub(super) fn unknown(n_args: usize, world: VarId) -> Effect {
    Effect { uses: vec![world], defines: vec![world], implicit: CONVERSIONS, ..Effect::unknown(n_args) }
}

/// Functions that read only the world's state.
const RANDOM: &[&str] = &["Math.random", "Date.now", "performance.now", "crypto.randomUUID"];

/// A function of the language, by its path; `None` for what is not known.
pub(super) fn function(path: &str, world: VarId) -> Option<Effect> {
    if RANDOM.contains(&path) {
        return Some(Effect { uses: vec![world], defines: vec![world], ..Effect::plain() });
    }
    let fresh = |holds| Some(Effect { result: vec![Shape::Fresh(holds)], ..elements() });
    match path {
        "Array.isArray" | "Object.is" => Some(shallow()),
        "BigInt" | "String.fromCodePoint" => Some(Effect { tolerates_from: usize::MAX, ..operator() }),
        "Object.keys" | "Object.getOwnPropertyNames" => fresh(Vec::new()),
        "Object.values" => fresh(held()),
        "Object.entries" => fresh(vec![(Key::AnyElement, Shape::Fresh(held()))]),
        "Object.freeze" | "Object.seal" => Some(Effect { result: vec![Shape::Whole(0)], ..shallow() }),
        "Array" => fresh(vec![(Key::AnyElement, Shape::Whole(0)), (Key::AnyElement, Shape::Whole(1))]),
        "String"
        | "Number"
        | "Boolean"
        | "parseInt"
        | "parseFloat"
        | "isNaN"
        | "isFinite"
        | "String.fromCharCode"
        | "Symbol"
        | "JSON.stringify"
        | "Date"
        | "encodeURIComponent"
        | "decodeURIComponent" => Some(operator()),
        "JSON.parse" => fresh(held()),
        _ if path.starts_with("Math.") || path.starts_with("Number.") || path.starts_with("console.") => {
            Some(operator())
        }
        _ => None,
    }
}
