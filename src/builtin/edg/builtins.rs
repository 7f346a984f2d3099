//! What functions of Erlang's libraries do, as far as slicing has to know.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Whether calls of a library function can be told apart from each other by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// The result depends on the arguments alone.
    Pure,
    /// Writes only, so that no value depends on it.
    Output,
    /// Reads or changes state outside of values; functions that are not known are here.
    World,
}

/// Modules without state.
const PURE_MODULES: [&str; 20] = [
    "array",
    "base64",
    "binary",
    "dict",
    "gb_sets",
    "gb_trees",
    "io_lib",
    "lists",
    "maps",
    "math",
    "orddict",
    "ordsets",
    "proplists",
    "queue",
    "re",
    "sets",
    "sofs",
    "string",
    "unicode",
    "uri_string",
];

/// Functions of `erlang` whose result depends on their arguments alone; the process that asks is always the same. All others read
/// or change state, and so do calls of functions that are nowhere.
const PURE_FUNCTIONS: [&str; 97] = [
    "abs",
    "adler32",
    "adler32_combine",
    "append",
    "append_element",
    "atom_to_binary",
    "atom_to_list",
    "binary_part",
    "binary_to_atom",
    "binary_to_existing_atom",
    "binary_to_float",
    "binary_to_integer",
    "binary_to_list",
    "binary_to_term",
    "bit_size",
    "bitstring_to_list",
    "byte_size",
    "ceil",
    "crc32",
    "crc32_combine",
    "decode_packet",
    "delete_element",
    "element",
    "error",
    "external_size",
    "float",
    "float_to_binary",
    "float_to_list",
    "floor",
    "fun_info",
    "fun_to_list",
    "hd",
    "insert_element",
    "integer_to_binary",
    "integer_to_list",
    "iolist_size",
    "iolist_to_binary",
    "iolist_to_iovec",
    "is_atom",
    "is_binary",
    "is_bitstring",
    "is_boolean",
    "is_builtin",
    "is_float",
    "is_function",
    "is_integer",
    "is_list",
    "is_map",
    "is_map_key",
    "is_number",
    "is_pid",
    "is_port",
    "is_record",
    "is_reference",
    "is_tuple",
    "length",
    "list_to_atom",
    "list_to_binary",
    "list_to_bitstring",
    "list_to_existing_atom",
    "list_to_float",
    "list_to_integer",
    "list_to_pid",
    "list_to_tuple",
    "make_fun",
    "make_tuple",
    "map_get",
    "map_size",
    "match_spec_test",
    "max",
    "md5",
    "md5_final",
    "md5_init",
    "md5_update",
    "min",
    "module_info",
    "nif_error",
    "phash",
    "phash2",
    "pid_to_list",
    "port_to_list",
    "raise",
    "record_info",
    "ref_to_list",
    "round",
    "self",
    "setelement",
    "size",
    "split_binary",
    "subtract",
    "term_to_binary",
    "term_to_iovec",
    "throw",
    "tl",
    "trunc",
    "tuple_size",
    "tuple_to_list",
];

const OUTPUT_FUNCTIONS: [&str; 8] =
    ["format", "fwrite", "nl", "print", "put_chars", "putch", "write", "display"];

/// By module, functions that depend on their arguments alone; `None` where all do. What the table says is said there.
static OTP: LazyLock<HashMap<&str, Option<HashSet<&str>>>> = LazyLock::new(|| {
    let lines = include_str!("otp.txt").lines().filter(|line| !line.starts_with('#'));
    let module = |line: &'static str| match line.split_once(':') {
        Some((module, names)) => (module, Some(names.split_whitespace().collect())),
        None => (line, None),
    };
    lines.map(module).collect()
});

/// Effect of `module:name`; module `erlang` for functions that need no module. Without a name that of any of its functions.
pub(super) fn effect(module: &str, name: &str) -> Effect {
    match module {
        "erlang" if name == "display" => Effect::Output,
        // Operators can be called by their names.
        "erlang" if PURE_FUNCTIONS.binary_search(&name).is_ok() || is_operator(name) => Effect::Pure,
        "io" if OUTPUT_FUNCTIONS.contains(&name) => Effect::Output,
        module if PURE_MODULES.contains(&module) => Effect::Pure,
        module => match OTP.get(module) {
            Some(None) => Effect::Pure,
            Some(Some(names)) if names.contains(name) => Effect::Pure,
            _ => Effect::World,
        },
    }
}

/// Whether the first of so many arguments of an output function says where the output goes.
pub(super) fn takes_device(name: &str, arity: usize) -> bool {
    match name {
        "nl" => arity == 1,
        "format" | "fwrite" => arity == 3,
        "put_chars" | "write" => arity == 2,
        _ => false,
    }
}

fn is_operator(name: &str) -> bool {
    const WORDS: [&str; 12] =
        ["and", "band", "bnot", "bor", "bsl", "bsr", "bxor", "div", "not", "or", "rem", "xor"];
    WORDS.contains(&name) || name != "!" && !name.contains(|c: char| c.is_alphanumeric())
}

/// How a function of `erlang` looks at its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// At their outermost constructor.
    Head,
    /// At the cells of a list, not at its elements.
    Spine,
    /// Takes the first element of a list.
    First,
    /// Takes the rest of a list.
    Rest,
    /// Takes an element of a tuple; its number comes first.
    Element,
    /// At everything.
    Whole,
}

/// How `erlang:name` with this many arguments looks at them.
pub(super) fn look(module: &str, name: &str, arity: usize) -> Look {
    match (module, name, arity) {
        ("erlang", "hd", 1) => Look::First,
        ("erlang", "tl", 1) => Look::Rest,
        ("erlang", "element", 2) => Look::Element,
        ("erlang", "length", 1) => Look::Spine,
        (
            "erlang",
            "is_tuple" | "is_atom" | "is_integer" | "is_float" | "is_number" | "is_binary" | "is_bitstring"
            | "is_boolean" | "is_function" | "is_list" | "is_map" | "is_pid" | "is_reference" | "tuple_size",
            1,
        ) => Look::Head,
        _ => Look::Whole,
    }
}

/// Whether a library function does nothing with this argument but call it: the fun itself is no part of what it gives.
pub(super) fn only_calls(module: &str, name: &str, arity: usize, argument_idx: usize) -> bool {
    let position = match (module, name, arity) {
        (
            "lists",
            "all" | "any" | "dropwhile" | "filter" | "filtermap" | "flatmap" | "foreach" | "map"
            | "partition" | "search" | "sort" | "splitwith" | "takewhile" | "uniq" | "usort",
            2,
        )
        | (
            "lists",
            "foldl" | "foldr" | "keymap" | "mapfoldl" | "mapfoldr" | "merge" | "umerge" | "zipwith",
            3,
        )
        | ("lists", "zipwith3", 4)
        | ("maps", "filter" | "filtermap" | "foreach" | "groups_from_list" | "map", 2)
        | ("maps", "fold" | "intersect_with" | "merge_with", 3)
        | ("array", "map" | "sparse_map", 2)
        | ("array", "foldl" | "foldr" | "sparse_foldl" | "sparse_foldr", 3)
        | ("dict" | "orddict", "filter" | "map", 2)
        | ("dict" | "orddict", "fold" | "merge", 3)
        | ("gb_sets" | "ordsets" | "sets", "filter", 2)
        | ("gb_sets" | "ordsets" | "sets", "fold", 3)
        | ("gb_trees", "map", 2)
        | ("queue", "all" | "any" | "filter" | "filtermap", 2)
        | ("queue", "fold", 3) => 0,
        ("maps", "update_with", 3 | 4) | ("dict" | "orddict", "update", 3 | 4) => 1,
        _ => return false,
    };
    argument_idx == position
}

/// What a library function does with a fun, its first argument, and a list, its last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Applied {
    /// Applies it to each element, and nothing else.
    Each,
    /// Gives the list of its results.
    Map,
    /// Gives the elements for which it is true.
    Filter,
    /// Applies it to each element and the result before, the first of which is given.
    Fold,
}

impl Applied {
    /// Number of arguments of the fun.
    pub(super) fn arity(self) -> usize {
        match self {
            Applied::Each | Applied::Map | Applied::Filter => 1,
            Applied::Fold => 2,
        }
    }
}

/// Functions of which it is modelled.
pub(super) fn applied(module: &str, name: &str, arity: usize) -> Option<Applied> {
    match (module, name, arity) {
        ("lists", "foreach", 2) => Some(Applied::Each),
        ("lists", "map", 2) => Some(Applied::Map),
        ("lists", "filter", 2) => Some(Applied::Filter),
        ("lists", "foldl" | "foldr", 3) => Some(Applied::Fold),
        _ => None,
    }
}

/// Calls whose callee is named by values: any function of the program may be meant.
pub(super) fn calls_by_name(module: &str, name: &str, arity: usize) -> bool {
    match module {
        "erlang" => match name {
            "apply" | "make_fun" => arity == 3,
            "hibernate" | "spawn" | "spawn_link" | "spawn_monitor" | "spawn_request" => arity >= 3,
            "spawn_opt" => arity >= 4,
            _ => false,
        },
        "timer" | "rpc" | "erpc" | "proc_lib" | "supervisor" | "gen_server" | "gen_statem" | "gen_event"
        | "application" => true,
        _ => false,
    }
}

/// Whether a module has such functions.
pub(super) fn some_call_by_name(module: &str) -> bool {
    module == "erlang" || calls_by_name(module, "", 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_what_is_not_known_touches_state() {
        assert!(PURE_FUNCTIONS.is_sorted());
        for name in ["abs", "is_map", "is_map_key", "tuple_to_list", "+", "=:=", "band"] {
            assert_eq!(effect("erlang", name), Effect::Pure, "{name}");
        }
        assert_eq!(effect("unicode_util", ""), Effect::Pure);
        assert_eq!(effect("erl_parse", "abstract"), Effect::Pure);
        assert_eq!(effect("erl_parse", ""), Effect::World);
        for name in ["!", "put", "group_leader", "function_of_a_module_that_is_nowhere"] {
            assert_eq!(effect("erlang", name), Effect::World, "{name}");
        }
    }
}
