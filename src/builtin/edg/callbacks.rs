//! Functions of the program that a library calls through the name of a module, and whose results it looks at.
//!
//! Of what a call gives, the program may ask for a part or for nothing; the library that has called back asks for everything,
//! and fails or does something else when it is not there.

use std::collections::BTreeMap;

use crate::ast::NodeId;
use crate::languages::erlang::syntax::Expr;

use super::builtins::Effect;
use super::graph::{Aux, Need, When};
use super::state::{Call, Lower};

/// Of which functions a call by name looks at the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Callbacks {
    /// Of none: it hands them on, or drops them.
    Unseen,
    /// Those of a server.
    Server,
    /// Those of a state machine, whose states are functions.
    StateMachine,
    /// Those of a handler of events.
    EventHandler,
    /// Of any function.
    Any,
}

impl Callbacks {
    /// What a library function that is given a module's name does with what its functions return.
    pub(super) fn of(module: &str, name: &str) -> Callbacks {
        match (module, name) {
            ("gen_server", _) => Callbacks::Server,
            ("gen_statem", _) => Callbacks::StateMachine,
            ("gen_event", _) => Callbacks::EventHandler,
            ("erlang" | "proc_lib", _) | ("rpc" | "erpc", "call" | "cast") => Callbacks::Unseen,
            // It measures what one function takes; all others drop what is returned.
            ("timer", name) if name != "tc" => Callbacks::Unseen,
            ("application", "get_env" | "set_env" | "unset_env" | "get_all_env") => Callbacks::Unseen,
            _ => Callbacks::Any,
        }
    }

    fn has(self, name: &str, arity: usize) -> bool {
        let is_common = matches!(
            (name, arity),
            ("init", 1) | ("handle_call" | "code_change", 3) | ("format_status", 1 | 2)
        );
        match self {
            Callbacks::Unseen => false,
            Callbacks::Server => {
                is_common || matches!((name, arity), ("handle_cast" | "handle_info" | "handle_continue", 2))
            }
            Callbacks::StateMachine => {
                is_common
                    || arity == 3
                    || matches!((name, arity), ("callback_mode", 0) | ("handle_event" | "code_change", 4))
            }
            Callbacks::EventHandler => {
                is_common
                    || matches!(
                        (name, arity),
                        ("handle_event" | "handle_call" | "handle_info" | "terminate", 2)
                    )
            }
            Callbacks::Any => true,
        }
    }
}

/// Modules of Erlang's libraries for which the name of a module is no more than a name: of a table, a process, a file.
const NAMING_MODULES: [&str; 33] = [
    "application",
    "code",
    "counters",
    "dbg",
    "dets",
    "digraph",
    "disk_log",
    "erlang",
    "ets",
    "file",
    "filelib",
    "filename",
    "gen_sctp",
    "gen_tcp",
    "gen_udp",
    "global",
    "inet",
    "init",
    "io",
    "logger",
    "net_adm",
    "net_kernel",
    "os",
    "persistent_term",
    "pg",
    "pg2",
    "rand",
    "random",
    "seq_trace",
    "ssl",
    "sys",
    "timer",
    "zip",
];

impl Lower<'_> {
    /// Whether a library may call functions of the program because it is given the name of their module.
    pub(super) fn hands_module(&self, call: &Call, module: &str, name: &str) -> bool {
        let calls_back = match (module, name) {
            ("logger", "add_handler" | "set_handler_config") | ("sys", "handle_system_msg") => true,
            _ => NAMING_MODULES.binary_search(&module).is_err(),
        };
        let names_module = |node: NodeId| match self.syntax.expr(node) {
            Expr::Atom(name) => self.file_of_module(name).is_some(),
            _ => false,
        };
        calls_back
            && self.effect(module, name) == Effect::World
            && call.arguments.iter().any(|&argument| self.tree.subtree(argument).any(names_module))
    }

    /// What calls by name look at, while they are made.
    pub(super) fn seen_results(&mut self, named: &[(NodeId, Callbacks)]) {
        let mut seen: BTreeMap<Callbacks, NodeId> = BTreeMap::new();
        for &(call, callbacks) in named.iter().filter(|(_, callbacks)| *callbacks != Callbacks::Unseen) {
            let results = *seen.entry(callbacks).or_insert_with(|| self.results_of(callbacks));
            self.star(call, When::Active, results, Need::RUN);
        }
    }

    /// A node that needs all that these functions return.
    fn results_of(&mut self, callbacks: Callbacks) -> NodeId {
        let node = self.aux(Aux::Crowd);
        for idx in self.named_functions() {
            let callable = &self.callables[idx];
            let (function, result) = (self.syntax.function(callable.node), callable.result);
            if function.is_some_and(|function| callbacks.has(function.name, function.arity)) {
                self.star(node, When::Kept, result, Need::FULL);
            }
        }
        node
    }

    /// Functions that a name may stand for: those that are exported, and all where none is, as in a part of a program.
    pub(super) fn named_functions(&self) -> Vec<usize> {
        let functions = || (0..self.callables.len()).filter(|&idx| self.is_function(idx));
        let is_open = |idx: &usize| self.callables[*idx].is_open;
        match functions().any(|idx| is_open(&idx)) {
            true => functions().filter(is_open).collect(),
            false => functions().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_and_callbacks_are_those_of_the_behaviour() {
        assert!(NAMING_MODULES.is_sorted());
        let server = Callbacks::of("gen_server", "start");
        assert!(server.has("init", 1) && server.has("handle_cast", 2) && !server.has("main", 0));
        let machine = Callbacks::of("gen_statem", "start_link");
        assert!(machine.has("any_state", 3) && machine.has("callback_mode", 0) && !machine.has("main", 0));
        assert!(Callbacks::of("supervisor", "start_link").has("start_worker", 0));
        assert_eq!(Callbacks::of("erlang", "apply"), Callbacks::Unseen);
        assert_eq!(Callbacks::of("timer", "apply_after"), Callbacks::Unseen);
        assert_eq!(Callbacks::of("timer", "tc"), Callbacks::Any);
    }
}
