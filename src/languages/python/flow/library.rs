//! What Python's own functions and methods do with their arguments.

use crate::flow::{FlowDepth, FlowEffect, FlowKey, FlowShape, VarId};

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
    "__call__",
    "__format__",
    "__reversed__",
    "__matmul__",
    "__rmatmul__",
    "__imatmul__",
    "__rtruediv__",
    "__itruediv__",
    "__rfloordiv__",
    "__ifloordiv__",
    "__rmod__",
    "__imod__",
    "__rpow__",
    "__ipow__",
    "__divmod__",
    "__rdivmod__",
    "__lshift__",
    "__rlshift__",
    "__ilshift__",
    "__rshift__",
    "__rrshift__",
    "__irshift__",
    "__rand__",
    "__iand__",
    "__ror__",
    "__ior__",
    "__rxor__",
    "__ixor__",
    "__round__",
    "__trunc__",
    "__floor__",
    "__ceil__",
    "__bytes__",
    "__complex__",
    "__length_hint__",
    "__sizeof__",
    "__copy__",
    "__deepcopy__",
    "__replace__",
    "__index__",
];

/// What is called on an object of which the elements are asked for.
pub(super) const ELEMENTS: &[&str] = &["__iter__", NEXT];

/// What is called on an object of which keys and values are asked for.
pub(super) const MAPPED: &[&str] = &["keys", "__getitem__", "__iter__", NEXT, "__hash__", "__eq__"];

/// What is called for the next element.
pub(super) const NEXT: &str = "__next__";

/// Methods that give one element after the other until they fail.
pub(super) const STEPPING: &[&str] = &[NEXT, "__anext__", "__getitem__"];

/// Methods of Python's own that are called later where they are values, as in `put = found.append`, with the most arguments that
/// they take by their places: those that read or change what their object holds.
pub(super) const BOUND: &[(&str, usize)] = &[
    ("append", 1),
    ("appendleft", 1),
    ("extend", 1),
    ("extendleft", 1),
    ("insert", 2),
    ("add", 1),
    ("update", 1),
    ("pop", 2),
    ("popleft", 0),
    ("popitem", 1),
    ("remove", 1),
    ("discard", 1),
    ("clear", 0),
    ("reverse", 0),
    ("rotate", 1),
    ("setdefault", 2),
    ("move_to_end", 2),
    ("get", 2),
    ("items", 0),
    ("keys", 0),
    ("values", 0),
    ("copy", 0),
    ("index", 1),
    ("count", 1),
    ("union", 1),
    ("intersection", 1),
    ("difference", 1),
    ("symmetric_difference", 1),
    ("issubset", 1),
    ("issuperset", 1),
    ("isdisjoint", 1),
    ("__contains__", 1),
    ("__getitem__", 1),
    ("__len__", 0),
    ("read", 1),
    ("readline", 1),
    ("readlines", 1),
    ("getvalue", 0),
    ("write", 1),
    ("writelines", 1),
];

/// Whether an exception says that there is no further element.
pub(super) fn ends_iteration(exception: &str) -> bool {
    ["StopIteration", "StopAsyncIteration", "IndexError"].iter().any(|name| exception.starts_with(name))
}

/// Whether a class of Python's own has no methods that a class of the program calls with `super` for what they do.
pub(super) fn is_plain_base(name: &str) -> bool {
    is_exception(name)
        || matches!(
            name,
            "object" | "ABC" | "Generic" | "Protocol" | "Enum" | "IntEnum" | "StrEnum" | "Flag" | "IntFlag"
        )
}

/// Exceptions end in these, and a few others.
pub(super) fn is_exception(name: &str) -> bool {
    ["Error", "Exception", "Warning"].iter().any(|end| name.ends_with(end))
        || matches!(name, "StopIteration" | "KeyboardInterrupt" | "SystemExit" | "GeneratorExit")
}

/// Looks at everything.
pub(super) fn plain() -> FlowEffect {
    FlowEffect { implicit: UNNAMED, ..FlowEffect::plain() }
}

/// Looks at nothing inside of its arguments.
pub(super) fn shallow() -> FlowEffect {
    FlowEffect { reads: FlowDepth::Nothing, ..FlowEffect::plain() }
}

/// Whether something is true: how many elements it has.
pub(super) fn truth() -> FlowEffect {
    FlowEffect { reads: FlowDepth::Elements, ..plain() }
}

fn fresh(shapes: Vec<FlowShape>) -> Vec<FlowShape> {
    vec![FlowShape::Fresh(shapes.into_iter().map(|shape| (FlowKey::AnyElement, shape)).collect())]
}

fn tuple(shapes: Vec<FlowShape>) -> FlowShape {
    let keyed = shapes.into_iter().enumerate().map(|(idx, shape)| (FlowKey::Element(idx.to_string()), shape));
    FlowShape::Fresh(keyed.collect())
}

/// An attribute whose name begins so.
pub(super) fn any_member(prefix: String) -> FlowEffect {
    FlowEffect { result: vec![FlowShape::Members(0, prefix)], ..FlowEffect::plain() }
}

/// What stands between the brackets of `a[i, j]`.
pub(super) fn tuple_of(n: usize) -> FlowEffect {
    FlowEffect { result: vec![tuple((0..n).map(FlowShape::Whole).collect())], ..shallow() }
}

/// An operator with two operands: of lists it makes lists.
pub(super) fn operator() -> FlowEffect {
    FlowEffect { result: vec![FlowShape::Plain, FlowShape::Joined(vec![0, 1])], ..plain() }
}

/// `a += b`, which changes a list in its place.
pub(super) fn augmented() -> FlowEffect {
    FlowEffect {
        result: vec![FlowShape::Plain, FlowShape::Whole(0), FlowShape::Joined(vec![0, 1])],
        puts: vec![(0, FlowShape::Part(1))],
        ..plain()
    }
}

/// `a[i:j]`.
pub(super) fn slice() -> FlowEffect {
    FlowEffect {
        reads: FlowDepth::Elements,
        result: vec![FlowShape::Plain, FlowShape::Joined(vec![0])],
        ..FlowEffect::plain()
    }
}

/// Reads what comes from outside of the program, and consumes it.
pub(super) fn reads_world(world: VarId) -> FlowEffect {
    FlowEffect { uses: vec![world], defines: vec![world], ..FlowEffect::plain() }
}

/// Whatever code outside of the program can do.
pub(super) fn unknown(n_args: usize, world: VarId) -> FlowEffect {
    FlowEffect { uses: vec![world], defines: vec![world], implicit: UNNAMED, ..FlowEffect::unknown(n_args) }
}

/// A function that nobody in the program defines, by its path; `key` is the argument with this name.
pub(super) fn function(path: &str, n_args: usize, key: Option<usize>, world: VarId) -> FlowEffect {
    let elements = |effect: FlowEffect| FlowEffect { reads: FlowDepth::Elements, ..effect };
    let calls = key.into_iter().collect::<Vec<usize>>();
    match path {
        "print" => FlowEffect { tolerates_from: 0, ..plain() },
        "len" | "bool" => truth(),
        "type" if n_args == 1 => FlowEffect { result: vec![FlowShape::Class(0)], ..shallow() },
        "isinstance" | "id" | "callable" | "issubclass" => shallow(),
        "int" | "str" | "float" | "ord" | "chr" | "abs" | "round" | "repr" | "hash" | "bin" | "hex"
        | "oct" | "divmod" | "pow" | "any" | "all" | "range" | "format" | "ascii" | "complex" | "bytes" => {
            plain()
        }
        "sum" => {
            FlowEffect { result: vec![FlowShape::Plain, FlowShape::Whole(1), FlowShape::Part(0)], ..plain() }
        }
        "min" | "max" => {
            let wholes = (0..n_args).map(FlowShape::Whole).chain([FlowShape::Plain, FlowShape::Part(0)]);
            FlowEffect { result: wholes.collect(), calls, checks_results: true, ..plain() }
        }
        "sorted" => {
            FlowEffect { result: fresh(vec![FlowShape::Part(0)]), calls, checks_results: true, ..plain() }
        }
        "iter" if n_args > 1 => unknown(n_args, world),
        "list" | "tuple" | "reversed" | "iter" | "collections.deque" | "deque" if n_args > 0 => FlowEffect {
            result: fresh(vec![FlowShape::Part(0)]),
            implicit: UNNAMED,
            ..elements(FlowEffect::plain())
        },
        "bytearray" | "memoryview" => FlowEffect { result: fresh(vec![FlowShape::Part(0)]), ..plain() },
        "set" | "frozenset" if n_args > 0 => {
            FlowEffect { result: fresh(vec![FlowShape::Part(0)]), ..plain() }
        }
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
        | "object"
            if n_args == 0 =>
        {
            FlowEffect { result: fresh(Vec::new()), ..FlowEffect::plain() }
        }
        "dict" | "OrderedDict" | "collections.OrderedDict" => {
            let parts = (0..n_args).flat_map(|idx| [FlowShape::Whole(idx), FlowShape::Part(idx)]);
            FlowEffect { result: fresh(parts.collect()), implicit: MAPPED, ..plain() }
        }
        "Counter" | "collections.Counter" => FlowEffect { result: fresh(vec![FlowShape::Plain]), ..plain() },
        "defaultdict" | "collections.defaultdict" => {
            FlowEffect { result: fresh(vec![FlowShape::Fresh(Vec::new())]), calls: vec![0], ..plain() }
        }
        "enumerate" => FlowEffect {
            result: fresh(vec![tuple(vec![FlowShape::Plain, FlowShape::Part(0)])]),
            ..elements(plain())
        },
        "zip" => {
            let parts = (0..n_args).map(FlowShape::Part).collect();
            FlowEffect { result: fresh(vec![tuple(parts)]), ..elements(plain()) }
        }
        "map" => FlowEffect { result: fresh(Vec::new()), calls: vec![0], ..plain() },
        "filter" => FlowEffect { result: fresh(vec![FlowShape::Part(1)]), calls: vec![0], ..plain() },
        "next" => FlowEffect {
            result: vec![FlowShape::Part(0), FlowShape::Whole(1)],
            changes: vec![0],
            ..elements(plain())
        },
        "sys.stdin.readlines" | "sys.stdin" => {
            FlowEffect { result: fresh(vec![FlowShape::Plain]), ..reads_world(world) }
        }
        "input" | "sys.stdin.read" | "sys.stdin.readline" => reads_world(world),
        "sys.stdout.write" | "sys.stderr.write" | "sys.stdout.flush" => plain(),
        "sys.maxsize" | "sys.argv" => FlowEffect { uses: vec![world], ..FlowEffect::plain() },
        _ if path.starts_with("math.") || path.starts_with("string.") => plain(),
        _ if is_exception(path) => {
            FlowEffect { result: fresh((0..n_args).map(FlowShape::Whole).collect()), ..plain() }
        }
        _ => unknown(n_args, world),
    }
}

/// A method of an object that is none of the program's; the object is argument 0.
pub(super) fn method(name: &str, n_args: usize, key: Option<usize>, world: VarId) -> FlowEffect {
    let elements = |effect: FlowEffect| FlowEffect { reads: FlowDepth::Elements, ..effect };
    let calls = key.into_iter().collect::<Vec<usize>>();
    match name {
        "append" | "appendleft" => {
            FlowEffect { puts: vec![(0, FlowShape::Whole(1))], tolerates_from: 1, ..shallow() }
        }
        "add" => FlowEffect { puts: vec![(0, FlowShape::Whole(1))], ..plain() },
        "extend" | "update" => {
            let puts = (1..n_args).map(|idx| (0, FlowShape::Part(idx))).collect();
            FlowEffect { puts, changes: vec![0], ..plain() }
        }
        "insert" => FlowEffect {
            puts: vec![(0, FlowShape::Whole(2))],
            changes: vec![0],
            ..elements(FlowEffect::plain())
        },
        "pop" | "popleft" | "popitem" => FlowEffect {
            result: vec![FlowShape::Plain, FlowShape::Part(0), FlowShape::Whole(2)],
            changes: vec![0],
            ..elements(plain())
        },
        "remove" | "discard" => FlowEffect { changes: vec![0], ..plain() },
        "clear" | "reverse" => FlowEffect { changes: vec![0], ..elements(FlowEffect::plain()) },
        "sort" => FlowEffect { changes: vec![0], calls, checks_results: true, ..plain() },
        "get" => FlowEffect {
            result: vec![FlowShape::Plain, FlowShape::Part(0), FlowShape::Whole(2)],
            tolerates_from: 2,
            ..elements(plain())
        },
        "setdefault" => FlowEffect {
            puts: vec![(0, FlowShape::Whole(2))],
            result: vec![FlowShape::Part(0), FlowShape::Whole(2)],
            ..elements(plain())
        },
        "items" => FlowEffect {
            result: fresh(vec![tuple(vec![FlowShape::Plain, FlowShape::Part(0)])]),
            ..elements(plain())
        },
        "values" | "copy" | "union" | "intersection" | "difference" => {
            FlowEffect { result: fresh((0..n_args).map(FlowShape::Part).collect()), ..elements(plain()) }
        }
        "keys" | "split" | "splitlines" | "rsplit" | "partition" | "rpartition" | "readlines" => {
            FlowEffect { result: fresh(vec![FlowShape::Plain]), ..elements(plain()) }
        }
        "join" | "strip" | "lstrip" | "rstrip" | "lower" | "upper" | "replace" | "startswith"
        | "endswith" | "find" | "rfind" | "isdigit" | "isalpha" | "isalnum" | "isspace" | "isupper"
        | "islower" | "count" | "index" | "format" | "title" | "capitalize" | "zfill" | "ljust" | "rjust"
        | "center" | "swapcase" | "encode" | "decode" | "isnumeric" | "isidentifier" | "removeprefix"
        | "removesuffix" | "bit_length" | "issubset" | "issuperset" => plain(),
        _ => unknown(n_args, world),
    }
}
