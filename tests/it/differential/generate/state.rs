//! Statements whose parts hang together through more than values: state, and sizes of segments.

use super::{Env, Type, Writer, chance};

/// What a program is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alphabet {
    /// Values only: what the oracle of Erlang runs.
    Values,
    /// State, imported functions, sizes of segments, and numbers in several spellings, too.
    Everything,
}

impl Alphabet {
    pub(super) fn imports(self) -> &'static str {
        match self {
            Alphabet::Values => "",
            Alphabet::Everything => {
                "-import(ets, [insert/2, lookup_element/3]).\n-import(lists, [last/1]).\n"
            }
        }
    }
}

impl Writer<'_> {
    /// What is written in one place and read in another, by functions that are imported.
    pub(super) fn state(&mut self, env: &mut Env, depth: usize) -> String {
        let indent = "    ".repeat(depth);
        let value = self.expression(env, Type::Int, depth);
        if chance(self.rng, 40) {
            let put = format!("put(k, {value})");
            let name = self.named(Type::Int, env);
            return format!("{put},\n{indent}{name} = get(k)");
        }
        // A table has another name in every run, so that no variable may hold it.
        let table = self.fresh().to_lowercase();
        let again = self.expression(env, Type::Int, depth);
        let name = self.named(Type::Int, env);
        format!(
            "put({table}, ets:new(t, [])),\n{indent}insert(get({table}), {{k, {value}}}),\n\
             {indent}insert(get({table}), {{other, {again}}}),\n{indent}{name} = lookup_element(get({table}), k, 2)"
        )
    }

    /// Segments whose size is a variable, in a generator and in the head of a fun, which may bind the same name.
    pub(super) fn bytes(&mut self, env: &mut Env, depth: usize) -> String {
        let indent = "    ".repeat(depth);
        let (one, other) = (self.expression(env, Type::Int, depth), self.expression(env, Type::Int, depth));
        let (size, bytes, item) = (self.fresh(), self.fresh(), self.fresh());
        let start = format!("{size} = 8,\n{indent}{bytes} = <<({one}):8, ({other}):8>>,\n{indent}");
        if chance(self.rng, 50) {
            let name = self.named(Type::List, env);
            return format!("{start}{name} = [{item} || <<{item}:{size}>> <= {bytes}]");
        }
        let head = if chance(self.rng, 50) { size.clone() } else { self.fresh() };
        let name = self.named(Type::Int, env);
        format!("{start}{name} = (fun({head}, <<{item}:{size}, _/bits>>) -> {item} + {head} end)(1, {bytes})")
    }
}
