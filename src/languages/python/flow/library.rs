//! What Python's own functions and methods do with their arguments.

use crate::flow::{Depth, Effect, Key, Shape, VarId};

/// Methods that Python calls without anybody naming them, but for the constructor.
pub(super) const UNNAMED: &[&str] = &[
    "__str__",
    "__repr__",
    "__eq__",
    "__ne__",
    "__lt__",
    "__le__",
    "__gt__",
    "__ge__",
    "__hash__",
    "__bool__",
    "__len__",
    "__iter__",
    "__next__",
    "__contains__",
    "__add__",
    "__radd__",
    "__iadd__",
    "__sub__",
    "__rsub__",
    "__isub__",
    "__mul__",
    "__rmul__",
    "__imul__",
    "__truediv__",
    "__floordiv__",
    "__mod__",
    "__pow__",
    "__neg__",
    "__pos__",
    "__abs__",
    "__invert__",
    "__and__",
    "__or__",
    "__xor__",
    "__int__",
    "__float__",
    "__index__",
    "__call__",
    "__format__",
    "__reversed__",
];

/// Exceptions end in these, and a few others.
pub(super) fn is_exception(name: &str) -> bool {
    ["Error", "Exception", "Warning"].iter().any(|end| name.ends_with(end))
        || matches!(name, "StopIteration" | "KeyboardInterrupt" | "SystemExit" | "GeneratorExit")
}

/// Looks at everything.
pub(super) fn plain() -> Effect {
    Effect { implicit: UNNAMED, ..Effect::plain() }
}

/// Looks at nothing inside of its arguments.
pub(super) fn shallow() -> Effect {
    Effect { reads: Depth::Nothing, ..Effect::plain() }
}

/// Whether something is true: how many elements it has.
pub(super) fn truth() -> Effect {
    Effect { reads: Depth::Elements, ..plain() }
}

fn fresh(shapes: Vec<Shape>) -> Vec<Shape> {
    vec![Shape::Fresh(shapes.into_iter().map(|shape| (Key::AnyElement, shape)).collect())]
}

fn tuple(shapes: Vec<Shape>) -> Shape {
    let keyed = shapes.into_iter().enumerate().map(|(idx, shape)| (Key::Element(idx.to_string()), shape));
    Shape::Fresh(keyed.collect())
}

/// An operator with two operands: of lists it makes lists.
pub(super) fn operator() -> Effect {
    Effect { result: vec![Shape::Plain, Shape::Joined(vec![0, 1])], ..plain() }
}

/// `a += b`, which changes a list in its place.
pub(super) fn augmented() -> Effect {
    Effect {
        result: vec![Shape::Plain, Shape::Whole(0), Shape::Joined(vec![0, 1])],
        puts: vec![(0, Shape::Part(1))],
        ..plain()
    }
}

/// `a[i:j]`.
pub(super) fn slice() -> Effect {
    Effect { reads: Depth::Elements, result: vec![Shape::Plain, Shape::Joined(vec![0])], ..Effect::plain() }
}

/// Reads what comes from outside of the program, and consumes it.
pub(super) fn reads_world(world: VarId) -> Effect {
    Effect { uses: vec![world], defines: vec![world], ..Effect::plain() }
}

/// Whatever code outside of the program can do.
pub(super) fn unknown(n_args: usize, world: VarId) -> Effect {
    Effect { uses: vec![world], defines: vec![world], implicit: UNNAMED, ..Effect::unknown(n_args) }
}

/// A function that nobody in the program defines, by its path; `key` is the argument with this name.
pub(super) fn function(path: &str, n_args: usize, key: Option<usize>, world: VarId) -> Effect {
    let elements = |effect: Effect| Effect { reads: Depth::Elements, ..effect };
    let calls = key.into_iter().collect::<Vec<usize>>();
    match path {
        "print" => Effect { tolerates_from: 0, ..plain() },
        "len" | "bool" => truth(),
        "isinstance" | "type" | "id" | "callable" | "issubclass" => shallow(),
        "int" | "str" | "float" | "ord" | "chr" | "abs" | "round" | "repr" | "hash" | "bin" | "hex"
        | "oct" | "divmod" | "pow" | "any" | "all" | "range" | "format" | "ascii" | "complex" | "bytes" => {
            plain()
        }
        "sum" => Effect { result: vec![Shape::Plain, Shape::Whole(1), Shape::Part(0)], ..plain() },
        "min" | "max" => {
            let wholes = (0..n_args).map(Shape::Whole).chain([Shape::Plain, Shape::Part(0)]);
            Effect { result: wholes.collect(), calls, ..plain() }
        }
        "sorted" => Effect { result: fresh(vec![Shape::Part(0)]), calls, ..plain() },
        "list" | "tuple" | "reversed" | "iter" | "collections.deque" | "deque" if n_args > 0 => {
            Effect { result: fresh(vec![Shape::Part(0)]), implicit: UNNAMED, ..elements(Effect::plain()) }
        }
        "bytearray" | "memoryview" => Effect { result: fresh(vec![Shape::Part(0)]), ..plain() },
        "set" | "frozenset" if n_args > 0 => Effect { result: fresh(vec![Shape::Part(0)]), ..plain() },
        "list"
        | "tuple"
        | "set"
        | "frozenset"
        | "dict"
        | "collections.deque"
        | "deque"
        | "Counter"
        | "collections.Counter"
        | "OrderedDict"
        | "collections.OrderedDict"
        | "bytearray"
        | "object"
            if n_args == 0 =>
        {
            Effect { result: fresh(Vec::new()), ..Effect::plain() }
        }
        "dict" | "OrderedDict" | "collections.OrderedDict" => {
            let parts = (0..n_args).flat_map(|idx| [Shape::Whole(idx), Shape::Part(idx)]);
            Effect { result: fresh(parts.collect()), ..plain() }
        }
        "Counter" | "collections.Counter" => Effect { result: fresh(vec![Shape::Plain]), ..plain() },
        "defaultdict" | "collections.defaultdict" => {
            Effect { result: fresh(vec![Shape::Fresh(Vec::new())]), calls: vec![0], ..plain() }
        }
        "enumerate" => {
            Effect { result: fresh(vec![tuple(vec![Shape::Plain, Shape::Part(0)])]), ..elements(plain()) }
        }
        "zip" => {
            let parts = (0..n_args).map(Shape::Part).collect();
            Effect { result: fresh(vec![tuple(parts)]), ..elements(plain()) }
        }
        "map" => Effect { result: fresh(Vec::new()), calls: vec![0], ..plain() },
        "filter" => Effect { result: fresh(vec![Shape::Part(1)]), calls: vec![0], ..plain() },
        "next" => {
            Effect { result: vec![Shape::Part(0), Shape::Whole(1)], changes: vec![0], ..elements(plain()) }
        }
        "sys.stdin.readlines" | "sys.stdin" => {
            Effect { result: fresh(vec![Shape::Plain]), ..reads_world(world) }
        }
        "input" | "sys.stdin.read" | "sys.stdin.readline" => reads_world(world),
        "sys.stdout.write" | "sys.stderr.write" | "sys.stdout.flush" => plain(),
        "sys.maxsize" | "sys.argv" => Effect { uses: vec![world], ..Effect::plain() },
        _ if path.starts_with("math.") || path.starts_with("string.") => plain(),
        _ if is_exception(path) => {
            Effect { result: fresh((0..n_args).map(Shape::Whole).collect()), ..plain() }
        }
        _ => unknown(n_args, world),
    }
}

/// A method of an object that is none of the program's; the object is argument 0.
pub(super) fn method(name: &str, n_args: usize, key: Option<usize>, world: VarId) -> Effect {
    let elements = |effect: Effect| Effect { reads: Depth::Elements, ..effect };
    let calls = key.into_iter().collect::<Vec<usize>>();
    match name {
        "append" | "appendleft" => {
            Effect { puts: vec![(0, Shape::Whole(1))], tolerates_from: 1, ..shallow() }
        }
        "add" => Effect { puts: vec![(0, Shape::Whole(1))], ..plain() },
        "extend" | "update" => {
            let puts = (1..n_args).map(|idx| (0, Shape::Part(idx))).collect();
            Effect { puts, changes: vec![0], ..plain() }
        }
        "insert" => {
            Effect { puts: vec![(0, Shape::Whole(2))], changes: vec![0], ..elements(Effect::plain()) }
        }
        "pop" | "popleft" | "popitem" => Effect {
            result: vec![Shape::Plain, Shape::Part(0), Shape::Whole(2)],
            changes: vec![0],
            ..elements(plain())
        },
        "remove" | "discard" => Effect { changes: vec![0], ..plain() },
        "clear" | "reverse" => Effect { changes: vec![0], ..elements(Effect::plain()) },
        "sort" => Effect { changes: vec![0], calls, ..plain() },
        "get" => Effect {
            result: vec![Shape::Plain, Shape::Part(0), Shape::Whole(2)],
            tolerates_from: 2,
            ..elements(plain())
        },
        "setdefault" => Effect {
            puts: vec![(0, Shape::Whole(2))],
            result: vec![Shape::Part(0), Shape::Whole(2)],
            ..elements(plain())
        },
        "items" => {
            Effect { result: fresh(vec![tuple(vec![Shape::Plain, Shape::Part(0)])]), ..elements(plain()) }
        }
        "values" | "copy" | "union" | "intersection" | "difference" => {
            Effect { result: fresh((0..n_args).map(Shape::Part).collect()), ..elements(plain()) }
        }
        "keys" | "split" | "splitlines" | "rsplit" | "partition" | "rpartition" | "readlines" => {
            Effect { result: fresh(vec![Shape::Plain]), ..elements(plain()) }
        }
        "join" | "strip" | "lstrip" | "rstrip" | "lower" | "upper" | "replace" | "startswith"
        | "endswith" | "find" | "rfind" | "isdigit" | "isalpha" | "isalnum" | "isspace" | "isupper"
        | "islower" | "count" | "index" | "format" | "title" | "capitalize" | "zfill" | "ljust" | "rjust"
        | "center" | "swapcase" | "encode" | "decode" | "isnumeric" | "isidentifier" | "removeprefix"
        | "removesuffix" | "bit_length" | "issubset" | "issuperset" => plain(),
        _ => unknown(n_args, world),
    }
}
