//! What functions of Erlang's libraries do, as far as slicing has to know.

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

/// Functions of `erlang` that read or change state.
const WORLD_FUNCTIONS: [&str; 40] = [
    "apply",
    "cancel_timer",
    "date",
    "demonitor",
    "erase",
    "exit",
    "garbage_collect",
    "get",
    "get_keys",
    "halt",
    "link",
    "localtime",
    "make_ref",
    "monitor",
    "monotonic_time",
    "node",
    "nodes",
    "now",
    "open_port",
    "process_flag",
    "process_info",
    "processes",
    "put",
    "register",
    "registered",
    "send",
    "send_after",
    "spawn",
    "spawn_link",
    "spawn_monitor",
    "spawn_opt",
    "start_timer",
    "statistics",
    "system_time",
    "time",
    "timestamp",
    "unique_integer",
    "universaltime",
    "unregister",
    "whereis",
];

const OUTPUT_FUNCTIONS: [&str; 8] =
    ["format", "fwrite", "nl", "print", "put_chars", "putch", "write", "display"];

/// Effect of `module:name`; module `erlang` for functions that need no module.
pub(super) fn effect(module: &str, name: &str) -> Effect {
    match module {
        "erlang" if name == "display" => Effect::Output,
        "erlang" if WORLD_FUNCTIONS.contains(&name) => Effect::World,
        "erlang" => Effect::Pure,
        "io" if OUTPUT_FUNCTIONS.contains(&name) => Effect::Output,
        module if PURE_MODULES.contains(&module) => Effect::Pure,
        _ => Effect::World,
    }
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

/// Calls whose callee is named by values: any function of the program may be meant.
pub(super) fn calls_by_name(module: &str, name: &str, arity: usize) -> bool {
    match module {
        "erlang" => match name {
            "apply" => arity == 3,
            "spawn" | "spawn_link" | "spawn_monitor" => arity >= 3,
            "spawn_opt" => arity >= 4,
            _ => false,
        },
        "timer" | "rpc" | "erpc" | "proc_lib" | "supervisor" | "gen_server" | "gen_statem" | "gen_event"
        | "application" => true,
        _ => false,
    }
}
