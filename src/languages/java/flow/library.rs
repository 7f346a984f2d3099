//! What Java's own methods, functions and classes do with their arguments, known by their names.

use crate::flow::{FlowDepth, FlowEffect, FlowKey, FlowShape};

/// Under this name a class has those of its methods that code of types that are known calls: what may be called of others is said where
/// their objects are made.
pub(super) const OF_KNOWN: &str = "*known";

/// Methods that Java calls without anybody naming them, with how many arguments they take.
const UNNAMED: &[&str] = &[
    "toString/0",
    "equals/1",
    "hashCode/0",
    "compareTo/1",
    "compare/2",
    "run/0",
    "call/0",
    "get/0",
    "accept/1",
    "accept/2",
    "apply/1",
    "apply/2",
    "test/1",
    "test/2",
    "applyAsInt/1",
    "applyAsInt/2",
    "applyAsLong/1",
    "applyAsDouble/1",
    "iterator/0",
    "hasNext/0",
    "next/0",
    "close/0",
    "getMessage/0",
    "length/0",
    "charAt/1",
    OF_KNOWN,
];

/// Methods that ask two objects which comes first, or whether they are the same.
pub(super) const COMPARING: &[&str] = &["equals/1", "hashCode/0", "compareTo/1", "compare/2"];

/// Methods of what is given as a function.
pub(super) const CALLED: &[&str] = &[
    "compareTo/1",
    "compare/2",
    "run/0",
    "get/0",
    "accept/1",
    "accept/2",
    "apply/1",
    "apply/2",
    "test/1",
    "test/2",
    "applyAsInt/1",
    "applyAsInt/2",
    "applyAsLong/1",
    "applyAsDouble/1",
];

/// Methods that make text of objects.
pub(super) const SHOWING: &[&str] = &["toString/0"];

/// The same, where what is gone through is shown element by element.
pub(super) const JOINING: &[&str] = &["toString/0", OF_KNOWN];

/// Abstract methods of Java's own interfaces; `None` for one that is not known.
pub(super) fn abstract_methods(interface: &str) -> Option<&'static [&'static str]> {
    Some(match interface {
        "Object" | "Cloneable" | "Serializable" | "Record" | "Enum" | "Thread" => &[],
        name if is_exception(name) => &[],
        "Comparable" => &["compareTo"],
        "Comparator" => &["compare"],
        "Runnable" => &["run"],
        "Callable" => &["call"],
        "Iterator" => &["hasNext", "next"],
        "Iterable" => &["iterator"],
        "AutoCloseable" | "Closeable" => &["close"],
        "Supplier" => &["get"],
        "Consumer" | "BiConsumer" | "IntConsumer" => &["accept"],
        "Function" | "BiFunction" | "UnaryOperator" | "BinaryOperator" | "IntFunction" => &["apply"],
        "Predicate" | "BiPredicate" | "IntPredicate" => &["test"],
        "IntUnaryOperator" | "IntBinaryOperator" | "ToIntFunction" | "ToIntBiFunction" => &["applyAsInt"],
        _ => return None,
    })
}

/// Whether a class of Java's own is an exception.
pub(super) fn is_exception(name: &str) -> bool {
    ["Error", "Exception", "Throwable"].iter().any(|end| name.ends_with(end))
}

/// Whether javac has somebody handle an exception of this class of Java's own.
pub(super) fn is_checked(name: &str) -> bool {
    let is_unchecked = name.ends_with("Error")
        || [
            "Throwable",
            "Exception",
            "RuntimeException",
            "IllegalArgumentException",
            "IllegalStateException",
            "NumberFormatException",
            "ArithmeticException",
            "NullPointerException",
            "IndexOutOfBoundsException",
            "ArrayIndexOutOfBoundsException",
            "StringIndexOutOfBoundsException",
            "ClassCastException",
            "UnsupportedOperationException",
            "NoSuchElementException",
            "InputMismatchException",
            "ConcurrentModificationException",
            "NegativeArraySizeException",
            "ArrayStoreException",
            "EmptyStackException",
            "DateTimeException",
            "UncheckedIOException",
            "IllegalMonitorStateException",
            "SecurityException",
        ]
        .contains(&name);
    !is_unchecked
}

/// Methods of which nobody needs to know more than that they make values of values; they throw nothing that is checked.
pub(super) fn is_plain_method(name: &str) -> bool {
    PLAIN.contains(&name)
}

const PLAIN: &[&str] = &[
    "length",
    "charAt",
    "substring",
    "indexOf",
    "lastIndexOf",
    "contains",
    "containsAll",
    "containsKey",
    "containsValue",
    "isEmpty",
    "isBlank",
    "size",
    "startsWith",
    "endsWith",
    "equals",
    "equalsIgnoreCase",
    "hashCode",
    "compareTo",
    "compareToIgnoreCase",
    "compare",
    "contentEquals",
    "toUpperCase",
    "toLowerCase",
    "trim",
    "strip",
    "stripLeading",
    "stripTrailing",
    "replace",
    "replaceFirst",
    "repeat",
    "matches",
    "codePointAt",
    "intValue",
    "longValue",
    "doubleValue",
    "floatValue",
    "booleanValue",
    "charValue",
    "toString",
    "formatted",
    "concat",
    "getMessage",
    "getLocalizedMessage",
    "getName",
    "getSimpleName",
    "getClass",
    "count",
    "sum",
    "average",
    "getAsInt",
    "getAsLong",
    "getAsDouble",
    "isPresent",
    "isNaN",
    "negate",
    "abs",
    "signum",
    "mod",
    "pow",
    "multiply",
    "divide",
    "subtract",
    "intern",
    "lines",
    "capacity",
    "isAlive",
    "cardinality",
    "nextSetBit",
];

fn shallow() -> FlowEffect {
    FlowEffect { reads: FlowDepth::Nothing, ..FlowEffect::plain() }
}

/// A plain value of everything in the arguments, of which text may be made.
pub(super) fn shown() -> FlowEffect {
    FlowEffect { implicit: SHOWING, ..FlowEffect::plain() }
}

/// Text of two values, which nothing keeps from being made.
pub(super) fn joined() -> FlowEffect {
    FlowEffect { tolerates_from: 0, ..shown() }
}

/// A plain value of the arguments, whatever is in them.
pub(super) fn operator() -> FlowEffect {
    shallow()
}

/// The argument, or a failure.
pub(super) fn cast() -> FlowEffect {
    FlowEffect { result: vec![FlowShape::Whole(0)], ..shallow() }
}

/// What is made of the bits of two values; a set of bits changes by it.
pub(super) fn bits(is_set: bool) -> FlowEffect {
    match is_set {
        true => FlowEffect { reads: FlowDepth::All, ..changed(vec![FlowShape::Plain]) },
        false => FlowEffect::plain(),
    }
}

/// Whether there are more elements.
pub(super) fn more() -> FlowEffect {
    FlowEffect { reads: FlowDepth::Elements, ..FlowEffect::plain() }
}

fn holds(shapes: impl IntoIterator<Item = FlowShape>) -> FlowShape {
    FlowShape::Fresh(shapes.into_iter().map(|shape| (FlowKey::AnyElement, shape)).collect())
}

/// An array with these elements, of which the first argument is the length.
pub(super) fn array(elements: Option<usize>) -> FlowEffect {
    let element = elements.map_or(FlowShape::Plain, FlowShape::Whole);
    let length = (FlowKey::Field("length".to_owned()), FlowShape::Plain);
    FlowEffect {
        result: vec![FlowShape::Fresh(vec![length, (FlowKey::AnyElement, element)])],
        ..FlowEffect::plain()
    }
}

/// A copy of elements of the first argument, with a length.
fn copied() -> FlowEffect {
    let length = (FlowKey::Field("length".to_owned()), FlowShape::Plain);
    let shape = FlowShape::Fresh(vec![length, (FlowKey::AnyElement, FlowShape::Part(0))]);
    FlowEffect { reads: FlowDepth::Elements, result: vec![shape], ..FlowEffect::plain() }
}

/// A new object with what the arguments are and hold.
fn gathered(n_args: usize) -> FlowEffect {
    let shapes = (0..n_args).flat_map(|idx| [FlowShape::Whole(idx), FlowShape::Part(idx)]);
    FlowEffect {
        reads: FlowDepth::Elements,
        result: vec![holds(shapes.chain([FlowShape::Plain]))],
        ..FlowEffect::plain()
    }
}

/// Puts arguments into the first one; gives what was there.
fn put(values: impl IntoIterator<Item = FlowShape>) -> FlowEffect {
    FlowEffect {
        reads: FlowDepth::Nothing,
        result: vec![FlowShape::Part(0), FlowShape::Plain],
        puts: values.into_iter().map(|shape| (0, shape)).collect(),
        implicit: COMPARING,
        ..FlowEffect::plain()
    }
}

/// Gives an element of the first argument, or of others.
fn taken(result: Vec<FlowShape>, is_removed: bool) -> FlowEffect {
    FlowEffect {
        reads: FlowDepth::Elements,
        result,
        changes: if is_removed { vec![0] } else { Vec::new() },
        implicit: COMPARING,
        ..FlowEffect::plain()
    }
}

fn changed(result: Vec<FlowShape>) -> FlowEffect {
    FlowEffect {
        reads: FlowDepth::Elements,
        result,
        changes: vec![0],
        puts: vec![(0, FlowShape::Plain)],
        implicit: COMPARING,
        ..FlowEffect::plain()
    }
}

/// What may do anything with what it is given.
pub(super) fn unknown(n_args: usize) -> FlowEffect {
    FlowEffect { calls_held: (0..n_args).collect(), implicit: UNNAMED, ..FlowEffect::unknown(n_args) }
}

/// What a library does, and whether it reads or writes what is outside of the program.
pub(super) struct LibraryUse {
    pub(super) effect: FlowEffect,
    /// Takes the state of the world as a last argument.
    pub(super) takes_world: bool,
    /// Leaves it otherwise.
    pub(super) changes_world: bool,
    /// Reads what is outside of the program, and does nothing else.
    pub(super) is_input: bool,
    /// Of a reader or writer, which uses the one that it is around.
    pub(super) is_around: bool,
}

impl From<FlowEffect> for LibraryUse {
    fn from(effect: FlowEffect) -> LibraryUse {
        LibraryUse { effect, takes_world: false, changes_world: false, is_input: false, is_around: false }
    }
}

fn input(effect: FlowEffect, changes_world: bool) -> LibraryUse {
    LibraryUse { takes_world: true, changes_world, is_input: true, ..around(effect) }
}

fn unknown_use(n_args: usize) -> LibraryUse {
    LibraryUse { takes_world: true, changes_world: true, ..around(unknown(n_args)) }
}

fn around(effect: FlowEffect) -> LibraryUse {
    LibraryUse { is_around: true, ..effect.into() }
}

/// What a writer does, which the last argument is around: both have what is written in them.
pub(super) fn written(n_args: usize, used: LibraryUse) -> LibraryUse {
    let mut effect = FlowEffect { tolerates_from: 1, ..shown() };
    effect.result.push(FlowShape::Whole(0));
    effect.puts = vec![(0, FlowShape::Plain), (n_args, FlowShape::Plain)];
    LibraryUse { takes_world: used.takes_world, changes_world: used.changes_world, ..around(effect) }
}

/// Whether a method of writers writes, or hands on what was written.
pub(super) fn is_writing(name: &str) -> bool {
    matches!(
        name,
        "print"
            | "println"
            | "printf"
            | "format"
            | "write"
            | "append"
            | "newLine"
            | "flush"
            | "close"
            | "printStackTrace"
    )
}

/// Whether a method waits until something that runs beside the program is done.
pub(super) fn is_waiting(name: &str, n_args: usize, is_statement: bool) -> bool {
    match name {
        "join" => n_args <= 2 && is_statement,
        "await" | "awaitTermination" | "acquire" | "wait" | "invokeAll" | "invokeAny" => true,
        "get" => is_statement,
        _ => false,
    }
}

/// What a method does where its object is none of the program's; the object is the first of the arguments.
pub(super) fn method(name: &str, n_args: usize, is_ordered: bool) -> LibraryUse {
    use FlowShape::{Part, Plain, Whole};
    let rest = || (1..n_args).map(Whole);
    let mut effect = match name {
        "replaceAll" if n_args == 3 => shown(),
        "read" if n_args > 1 => {
            let puts = vec![(1, Part(0)), (1, Plain)];
            return input(FlowEffect { puts, ..taken(vec![Part(0), Plain], true) }, true);
        }
        "next" | "nextLine" | "nextInt" | "nextDouble" | "nextLong" | "nextBoolean" | "nextGaussian"
        | "readLine" | "read" | "nextFloat" => {
            return input(taken(vec![Part(0), Plain], true), true);
        }
        "hasNext" | "hasNextInt" | "hasNextLine" | "hasNextDouble" | "hasNextLong" | "ready"
        | "available" => {
            return input(more(), false);
        }
        "println" | "print" => return around(FlowEffect { tolerates_from: 1, ..shown() }),
        "printf" | "write" | "flush" | "printStackTrace" => return around(shown()),
        "contentEquals" => shown(),
        // Of a map; texts hold nothing.
        "replace" if n_args > 2 => FlowEffect { reads: FlowDepth::All, ..put(rest()) },
        "toCharArray" | "split" | "getBytes" | "toArray" | "chars" | "codePoints" => copied(),
        // Of an object of the program it is as if it were that object.
        "clone" => FlowEffect { result: copied().result.into_iter().chain([Whole(0)]).collect(), ..copied() },
        "incrementAndGet" | "getAndIncrement" | "decrementAndGet" | "getAndDecrement" | "addAndGet"
        | "getAndAdd" | "getAndSet" | "compareAndSet" => FlowEffect {
            puts: (1..n_args).map(|idx| (0, Whole(idx))).collect(),
            ..changed(vec![Part(0), Plain])
        },
        "ordinal" | "name" | "getDeclaringClass" => shallow(),
        "getCause" | "getSuppressed" | "getStackTrace" => taken(vec![Part(0), Plain], false),
        "get" | "getFirst" | "getLast" | "peek" | "peekFirst" | "peekLast" | "element" | "elementAt"
        | "firstKey" | "lastKey" | "floorKey" | "ceilingKey" | "higherKey" | "lowerKey" | "floor"
        | "ceiling" | "higher" | "lower" | "first" | "last" | "getKey" | "getValue" | "firstElement"
        | "lastElement" | "orElseThrow" | "findFirst" | "findAny"
            if n_args <= 2 =>
        {
            taken(vec![Part(0), Plain], false)
        }
        "firstEntry" | "lastEntry" | "floorEntry" | "ceilingEntry" | "higherEntry" | "lowerEntry" => {
            taken(vec![Whole(0)], false)
        }
        "getOrDefault" | "orElse" => taken([Part(0), Plain].into_iter().chain(rest()).collect(), false),
        "poll" | "pollFirst" | "pollLast" | "pop" | "remove" | "removeFirst" | "removeLast" | "take"
        | "pollFirstEntry" | "pollLastEntry" => taken(vec![Part(0), Plain], true),
        "add" | "addFirst" | "addLast" | "offer" | "offerFirst" | "offerLast" | "push" | "put"
        | "putIfAbsent" | "set" | "setValue" | "addElement" | "enqueue" | "initCause" | "addSuppressed" => {
            put(rest())
        }
        "addAll" | "putAll" => FlowEffect {
            reads: FlowDepth::Elements,
            ..put((1..n_args).flat_map(|idx| [Whole(idx), Part(idx)]))
        },
        "append" | "insert" => FlowEffect {
            result: vec![Whole(0)],
            puts: vec![(0, Plain)],
            implicit: SHOWING,
            ..FlowEffect::plain()
        },
        "reverse" | "deleteCharAt" | "delete" | "setLength" | "setCharAt" if n_args > 0 => {
            changed(vec![Whole(0)])
        }
        "clear" | "sort" | "retainAll" | "removeAll" | "removeElementAt" | "trimToSize"
        | "ensureCapacity" => FlowEffect { calls: (1..n_args).collect(), ..changed(vec![Plain]) },
        // Entries of a map are the map itself, which holds keys and values.
        "entrySet" => put([Whole(0)]),
        "keySet" | "values" | "subList" | "headMap" | "tailMap" | "subMap" | "headSet" | "tailSet"
        | "descendingMap" | "descendingSet" | "reversed" | "navigableKeySet" | "iterator"
        | "listIterator" | "descendingIterator" => taken(vec![Whole(0)], false),
        "stream" | "parallelStream" | "boxed" | "distinct" | "limit" | "skip" | "asDoubleStream"
        | "asLongStream" | "sequential" | "toList" | "parallel" | "unordered" => {
            FlowEffect { result: vec![holds([Part(0), Plain])], ..taken(Vec::new(), false) }
        }
        "max" | "min" if n_args == 1 => {
            FlowEffect { result: vec![holds([Part(0), Plain])], ..taken(Vec::new(), false) }
        }
        _ if PLAIN.contains(&name) => FlowEffect {
            implicit: if name == "toString" { SHOWING } else { COMPARING },
            ..FlowEffect::plain()
        },
        _ => return unknown_use(n_args),
    };
    if is_ordered && !effect.implicit.is_empty() && effect.implicit != SHOWING {
        // Comparators that a sorted collection has been given.
        effect.calls_held.push(0);
    }
    effect.into()
}

/// What a function of a class of Java's own does.
pub(super) fn function(class: &str, name: &str, n_args: usize) -> LibraryUse {
    use FlowShape::{Part, Plain, Whole};
    match (class, name) {
        ("Math", "random") | ("System", "nanoTime" | "currentTimeMillis") => input(shallow(), true),
        ("Math" | "StrictMath", _) if name.ends_with("Exact") || name.starts_with("floor") => {
            shallow().into()
        }
        ("Math" | "StrictMath", _) => FlowEffect { tolerates_from: 0, ..shallow() }.into(),
        ("Integer" | "Long" | "Double" | "Character" | "Boolean" | "Float" | "Byte" | "Short", "toChars") => {
            copied().into()
        }
        ("Integer", "getInteger") | ("Long", "getLong") | ("Boolean", "getBoolean") => {
            input(shallow(), false)
        }
        ("Integer" | "Long" | "Double" | "Character" | "Boolean" | "Float" | "Byte" | "Short", _) => {
            shallow().into()
        }
        ("String", "join") => FlowEffect { implicit: JOINING, ..shown() }.into(),
        ("String", _) => shown().into(),
        ("BigInteger" | "BigDecimal", "valueOf") => shallow().into(),
        // The list is the array, if it is given one.
        ("Arrays", "asList") if n_args == 1 => {
            let effect = gathered(n_args);
            FlowEffect { result: [effect.result, vec![Whole(0)]].concat(), ..gathered(n_args) }.into()
        }
        ("Arrays", "asList" | "stream")
        | ("List" | "Set" | "Stream" | "IntStream" | "LongStream", "of" | "copyOf") => {
            gathered(n_args).into()
        }
        ("Map" | "Optional", _) if name != "comparingByKey" && name != "comparingByValue" => {
            gathered(n_args).into()
        }
        ("IntStream" | "LongStream", "range" | "rangeClosed") => gathered(n_args).into(),
        ("Arrays", "fill") => put((1..n_args).map(Whole)).into(),
        ("Arrays", "sort" | "parallelSort")
        | ("Collections", "sort" | "reverse" | "shuffle" | "swap" | "rotate") => {
            FlowEffect { calls: (1..n_args).collect(), ..changed(vec![Plain]) }.into()
        }
        ("Arrays", "copyOf" | "copyOfRange") => copied().into(),
        ("Arrays", "toString" | "deepToString") => shown().into(),
        ("Arrays", "equals" | "hashCode" | "deepEquals" | "deepHashCode" | "compare" | "mismatch")
        | ("Objects", "equals" | "hash" | "hashCode" | "compare" | "isNull" | "nonNull")
        | ("Collections", "frequency" | "disjoint") => {
            FlowEffect { implicit: COMPARING, calls: (2..n_args).collect(), ..FlowEffect::plain() }.into()
        }
        ("Arrays" | "Collections", "binarySearch") => {
            FlowEffect { implicit: COMPARING, calls: (2..n_args).collect(), ..FlowEffect::plain() }.into()
        }
        ("Objects", "requireNonNull" | "requireNonNullElse") => {
            FlowEffect { result: (0..n_args).map(Whole).collect(), ..shallow() }.into()
        }
        ("Objects", "toString") => shown().into(),
        ("Collections", "max" | "min") => FlowEffect {
            calls: (1..n_args).collect(),
            reads: FlowDepth::All,
            ..taken(vec![Part(0), Plain], false)
        }
        .into(),
        ("Collections", "addAll") => put((1..n_args).flat_map(|idx| [Whole(idx), Part(idx)])).into(),
        (
            "Collections",
            "nCopies" | "singletonList" | "singleton" | "emptyList" | "emptyMap" | "emptySet",
        ) => gathered(n_args).into(),
        ("Collections", name) if name.starts_with("unmodifiable") || name.starts_with("synchronized") => {
            taken(vec![Whole(0)], false).into()
        }
        ("System", "arraycopy") => FlowEffect {
            reads: FlowDepth::Elements,
            puts: vec![(2, Part(0)), (2, Plain)],
            ..FlowEffect::plain()
        }
        .into(),
        ("System", "exit" | "gc" | "lineSeparator" | "identityHashCode") | ("Thread", "sleep" | "yield") => {
            shallow().into()
        }
        ("Collectors", _) => gathered(n_args).into(),
        _ => unknown_use(n_args),
    }
}

/// What making an object of a class of Java's own does.
pub(super) fn creation(class: &str, n_args: usize) -> LibraryUse {
    use FlowShape::{Part, Plain};
    let parts = |n_args: usize| holds((0..n_args).map(Part).chain([Plain]));
    match class {
        "ArrayList"
        | "LinkedList"
        | "HashMap"
        | "HashSet"
        | "LinkedHashMap"
        | "LinkedHashSet"
        | "ArrayDeque"
        | "Vector"
        | "Stack"
        | "EnumMap"
        | "ConcurrentHashMap"
        | "CopyOnWriteArrayList" => FlowEffect {
            reads: FlowDepth::Elements,
            result: vec![parts(n_args)],
            implicit: COMPARING,
            ..FlowEffect::plain()
        }
        .into(),
        "TreeMap" | "TreeSet" | "PriorityQueue" => {
            FlowEffect { implicit: COMPARING, ..gathered(n_args) }.into()
        }
        "StringBuilder" | "StringBuffer" | "StringJoiner" | "String" | "BigInteger" | "BigDecimal" => {
            FlowEffect { result: vec![holds([Plain])], ..shown() }.into()
        }
        "Object" | "Scanner" | "BufferedReader" | "InputStreamReader" | "AtomicInteger" | "AtomicLong"
        | "Random" => gathered(n_args).into(),
        name if is_exception(name) => gathered(n_args).into(),
        _ => around(FlowEffect { calls: (0..n_args).collect(), implicit: COMPARING, ..gathered(n_args) }),
    }
}

/// Streams do later what they are told: functions given to these may run when somebody asks for elements.
pub(super) fn is_deferred(name: &str) -> bool {
    matches!(
        name,
        "map"
            | "filter"
            | "peek"
            | "mapToInt"
            | "mapToObj"
            | "mapToLong"
            | "mapToDouble"
            | "flatMap"
            | "takeWhile"
            | "dropWhile"
            | "sorted"
    )
}

/// Whether the functions that a method is given give nothing.
pub(super) fn is_told(name: &str) -> bool {
    matches!(name, "forEach" | "forEachOrdered" | "forEachRemaining" | "ifPresent" | "ifPresentOrElse")
}

/// What a method does that calls its function argument with elements of its object; the result of that is a further
/// argument, the last. `None` for other methods.
pub(super) fn of_elements(name: &str, n_args: usize) -> Option<FlowEffect> {
    use FlowShape::{Part, Plain, Whole};
    let called = n_args;
    let fresh =
        |shapes: Vec<FlowShape>| FlowEffect { result: vec![holds(shapes)], ..taken(Vec::new(), false) };
    Some(match name {
        "forEach" | "forEachOrdered" | "forEachRemaining" | "ifPresent" | "ifPresentOrElse" | "anyMatch"
        | "allMatch" | "noneMatch" => more(),
        "removeIf" => changed(vec![Plain]),
        "replaceAll" if n_args == 2 => {
            FlowEffect { puts: vec![(0, Whole(called)), (0, Plain)], ..changed(vec![Plain]) }
        }
        "computeIfAbsent" | "computeIfPresent" | "compute" | "merge" => FlowEffect {
            reads: FlowDepth::Elements,
            result: vec![Part(0), Whole(called), Whole(2), Plain],
            puts: vec![(0, Whole(called)), (0, Whole(1)), (0, Whole(2)), (0, Plain)],
            ..put([])
        },
        "filter" | "peek" | "takeWhile" | "dropWhile" => fresh(vec![Part(0), Plain]),
        "sorted" | "max" | "min" if n_args == 2 => fresh(vec![Part(0), Plain]),
        "sort" if n_args == 2 => changed(vec![Plain]),
        "map" | "mapToInt" | "mapToObj" | "mapToLong" | "mapToDouble" => fresh(vec![Whole(called), Plain]),
        "flatMap" => fresh(vec![Part(called), Plain]),
        "reduce" => FlowEffect {
            result: vec![Whole(1), Whole(called), Part(0), Plain, holds([Part(0), Whole(called)])],
            ..taken(Vec::new(), false)
        },
        "or" => taken(vec![Whole(0), Whole(called), Plain], false),
        "orElseGet" => taken(vec![Part(0), Whole(called), Plain], false),
        _ => return None,
    })
}
